import { PUBLIC_ROOT } from '@field-inspection/contract';
import type { TestServer } from './start-test-server.ts';

export type ApiReply = {
  status: number;
  headers: Headers;
  text: string;
  body: {
    [name: string]: unknown;
    id: string;
    code: string;
    detail: string;
    errors: { path: string; code: string; message: string }[];
  };
};

/**
 * Calls the public API as any HTTP client would, for what the SDK keeps its callers from. `route` is method and path
 * below the root, such as `POST /sessions`; `body` is sent as JSON, or as it is when it is a string; `apiKey` null
 * sends none; `root` is another root than the public one.
 */
export const callApi = async (
  { baseUrl, seed }: Pick<TestServer, 'baseUrl' | 'seed'>,
  route: string,
  {
    apiKey = seed.apiKey,
    headers = {},
    body,
    root = PUBLIC_ROOT,
  }: { apiKey?: string | null; headers?: Record<string, string>; body?: unknown; root?: string } = {},
): Promise<ApiReply> => {
  const [method = '', path = ''] = route.split(' ');
  const response = await fetch(baseUrl + root + path, {
    method,
    headers: {
      ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: (text === '' ? {} : JSON.parse(text)) as ApiReply['body'],
  };
};

/** For tables: `400 validation_error`, or `201`. */
export const outcomeOf = ({ status, body }: ApiReply): string =>
  [status, body.code].filter((part) => part !== undefined).join(' ');
