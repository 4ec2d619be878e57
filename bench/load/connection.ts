import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';

export type RequestParts = {
  method: string;
  path: string;
  token?: string | undefined;
  headers?: Record<string, string>;
  body?: object | Buffer;
};

/** A write has its own Idempotency-Key, as the SDK sends one. */
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

export type Reply = { status: number; body: string };

export type Connection = { ask: (request: Buffer) => Promise<Reply>; close: () => void };

/** The client does as little as it can, since it shares the processors with what it measures. */
export const openConnection = async (baseUrl: string): Promise<Connection> => {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  const read = readReply();
  let asked: PromiseWithResolvers<Reply> | undefined;
  const fail = (error: Error): void => asked?.reject(error);
  socket.on('data', (chunk: Buffer) => {
    try {
      const reply = read(chunk);
      if (reply) asked?.resolve(reply);
    } catch (error) {
      fail(error as Error);
    }
  });
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the connection was closed')));
  return {
    ask: (request) => {
      asked = Promise.withResolvers();
      if (socket.destroyed) fail(new Error('the connection was closed before'));
      else socket.write(request);
      return asked.promise;
    },
    close: () => {
      asked = undefined;
      socket.destroy();
    },
  };
};

const HEAD_END = '\r\n\r\n';

const readReply = (): ((chunk: Buffer) => Reply | undefined) => {
  let parts: Buffer[] = [];
  let length = 0;
  let head: { status: number; end: number } | undefined;
  return (chunk) => {
    parts.push(chunk);
    length += chunk.length;
    head ??= readHead(Buffer.concat(parts));
    if (!head || length < head.end) return undefined;
    const whole = Buffer.concat(parts);
    const body = whole.toString('utf8', whole.indexOf(HEAD_END) + HEAD_END.length);
    const { status } = head;
    [parts, length, head] = [[], 0, undefined];
    return { status, body };
  };
};

const readHead = (bytes: Buffer): { status: number; end: number } | undefined => {
  const position = bytes.indexOf(HEAD_END);
  if (position < 0) return undefined;
  const text = bytes.toString('latin1', 0, position);
  const size = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1];
  if (size === undefined) throw new Error(`A reply without Content-Length:\n${text}`);
  return { status: Number(text.slice(9, 12)), end: position + HEAD_END.length + Number(size) };
};

export const expectReply = async (
  connection: Connection,
  { request, wanted }: { request: Buffer; wanted: number },
): Promise<string> => {
  const { status, body } = await connection.ask(request);
  if (status === wanted) return body;
  const [line] = request.toString('latin1', 0, 200).split('\r\n');
  throw new Error(`${line}: ${status} instead of ${wanted}: ${body.slice(0, 500)}`);
};

export const askAll = async <Body>(
  baseUrl: string,
  requests: readonly Buffer[],
  wanted: number,
): Promise<Body[]> => {
  const bodies: Body[] = [];
  let turn = 0;
  const work = async (): Promise<void> => {
    const connection = await openConnection(baseUrl);
    try {
      for (let position = turn++; position < requests.length; position = turn++) {
        bodies[position] = JSON.parse(
          await expectReply(connection, { request: requests[position]!, wanted }),
        ) as Body;
      }
    } finally {
      connection.close();
    }
  };
  await Promise.all(Array.from({ length: Math.min(16, requests.length) }, work));
  return bodies;
};
