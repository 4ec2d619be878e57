import type { Call } from './calls.ts';

/** A request for a shell, whose key stands in the environment. */
export const writeCurl = ({ method, path, body }: Call, root: string): string => {
  const url = new URL(path.slice(1), root).href;
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quote(url)}`,
    `-H "Authorization: Bearer $FIELD_INSPECTION_API_KEY"`,
    ...(body ? [`-H 'Content-Type: application/json'`, `-d ${quote(JSON.stringify(body))}`] : []),
  ].join(' \\\n  ');
};

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
