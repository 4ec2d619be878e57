import { randomUUID } from 'node:crypto';

export type RequestParts = {
  method: string;
  path: string;
  token?: string | undefined;
  headers?: Record<string, string>;
  /** Sent as JSON; bytes as they are. */
  body?: object | Buffer;
};

/** The bytes of a request. A write has a key of its own, as the SDK sends one with each. */
export const composeRequest = ({ method, path, token, headers = {}, body }: RequestParts): Buffer => {
  const isBytes = Buffer.isBuffer(body);
  const content = isBytes ? body : Buffer.from(body === undefined ? '' : JSON.stringify(body));
  const all = {
    host: '127.0.0.1',
    accept: 'application/json',
    'user-agent': 'bench',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(method === 'GET' ? {} : { 'idempotency-key': randomUUID(), 'content-length': `${content.length}` }),
    ...(body === undefined || isBytes ? {} : { 'content-type': 'application/json' }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`), content]);
};
