import type { Operation } from '../reference/read-operations.ts';
import { sampleBody } from './sample-body.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT_DIR } from '../../../paths.ts';

/** Without an `apiKey` the sample reads the key from the reader's environment. */
export type SampleTarget = { baseUrl: string; apiKey?: string | undefined };

export type Sample = { name: string; language: string; code: string };

export const writeSamples = (operation: Operation, target: SampleTarget): Sample[] => {
  if (operation.method === 'EVENT') return [];
  const call = readSdkCalls().get(`${operation.method} ${operation.path}`);
  return [
    ...(call ? [{ name: 'SDK', language: 'ts', code: writeSdk(call, operation, target) }] : []),
    { name: 'curl', language: 'sh', code: writeCurl(operation, target) },
  ];
};

const writeSdk = (call: string, { path }: Operation, { baseUrl, apiKey }: SampleTarget): string => {
  const names = listNames(path).map(camelCase);
  const ids = names.map((name) => `const ${name} = '…'; // one of yours\n`).join('');
  const hooks = call.includes(HOOKS)
    ? "const url = 'https://…'; // yours: it must answer a ping by 2xx\n"
    : '';
  const key = apiKey ? `'${apiKey}'` : 'process.env.FIELD_INSPECTION_API_KEY';
  return `import { FieldInspection } from '@field-inspection/sdk';

const client = new FieldInspection({
  apiKey: ${key},
  baseUrl: '${baseUrl}',
});
${ids}${hooks}
${call.replace(`url: ${HOOKS}`, 'url').replace(INSTANT, 'new Date(Date.now() - 3_600_000).toISOString()')}`;
};

const HOOKS = "'https://example.com/hooks'";

/** A point of time in a call would grow old. */
const INSTANT = /'\d{4}-\d\d-\d\dT[\d:.]+Z'/g;

const writeCurl = (operation: Operation, { baseUrl, apiKey }: SampleTarget): string => {
  const { method, path, credential } = operation;
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => `$${constantCase(name)}`);
  const bearer = credential === 'apiKey' ? (apiKey ?? '$KEY') : `$${constantCase(credential ?? '')}`;
  const output = operation.replies.some(({ mediaTypes }) => mediaTypes.some(isFile)) ? ['-O -J'] : [];
  const parts = [
    `curl${CURL_METHODS[method] ?? ` -X ${method}`} "${baseUrl}${address}"`,
    ...(credential === null ? [] : [`-H "Authorization: Bearer ${bearer}"`]),
    ...writeHeaders(operation),
    ...writeBody(operation),
    ...output,
  ];
  return parts.join(' \\\n  ');
};

/** With -X HEAD curl would wait for a body that never comes. */
const CURL_METHODS: Record<string, string> = { GET: '', HEAD: ' -I' };

const isFile = (mediaType: string): boolean => !/json/.test(mediaType);

const writeBody = ({ body }: Operation): string[] => {
  const [mediaType] = body?.mediaTypes ?? [];
  if (!body || !mediaType) return [];
  // An upload may begin without a byte; the next operation's sample sends the bytes.
  if (isFile(mediaType) && !body.isRequired) return [];
  if (isFile(mediaType)) return [`-H 'Content-Type: ${mediaType}'`, '--data-binary @photo.jpg'];
  const sample = sampleBody(body, {
    instant: '$(date -u +%Y-%m-%dT%H:%M:%SZ)',
    id: (field) => `$${constantCase(field)}`,
  });
  // The shell fills in variables and commands between double quotes only.
  const json = JSON.stringify(sample)
    .replaceAll("'", `'\\''`)
    .replace(/"(\$[A-Z_]+|\$\(date [^"]*\))"/g, `"'"$1"'"`);
  return [`-H 'Content-Type: ${mediaType}'`, `-d '${json}'`];
};

const writeHeaders = ({ parameters }: Operation): string[] =>
  parameters
    .filter(({ in: part, name }) => part === 'header' && (name.startsWith('X-') || UPLOAD_HEADERS[name]))
    .map(({ name }) => `-H "${name}: ${UPLOAD_HEADERS[name] ?? `$${constantCase(name)}`}"`);

const UPLOAD_HEADERS: Record<string, string> = {
  'Tus-Resumable': '1.0.0',
  'Upload-Length': "$(wc -c < photo.jpg | tr -d ' ')",
  'Upload-Metadata': 'filetype $(printf image/jpeg | base64)',
  'Upload-Offset': '0',
};

const listNames = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

const camelCase = (name: string): string =>
  name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

const constantCase = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toUpperCase();

/** The examples of the methods' docstrings, which the SDK's own tests compile. */
const readSdkCalls = (): ReadonlyMap<string, string> => (calls ??= new Map(readFolder(RESOURCES)));

let calls: Map<string, string> | undefined;

const RESOURCES = join(ROOT_DIR, 'packages/sdk/src/resources');

const readFolder = (folder: string): [string, string][] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap((name) => readCalls(readFileSync(join(folder, name), 'utf8')));

export const readCalls = (source: string): [string, string][] =>
  source.split(/^ {2}\/\*\*$/m).flatMap((method): [string, string][] => {
    const example = /@example\n {3}\* ```ts\n([\s\S]*?) {3}\* ```/.exec(method)?.[1];
    const call = /this\.#transport\s*\.(\w+)\(\s*path`([^`]+)`/.exec(method);
    if (example === undefined || !call) return [];
    const [, verb = '', path = ''] = call;
    const upper = verb === 'list' ? 'GET' : verb.toUpperCase();
    const template = path.replace(/\$\{\{ (\w+) \}\}/g, (_, name: string) => `{${toSnake(name)}}`);
    return [[`${upper} ${template}`, example.replace(/^ {3}\* ?/gm, '').trimEnd()]];
  });

const toSnake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
