import { connect } from 'node:net';

export type RawReply = { status: number; headers: Map<string, string>; body: string };

/** A single connection serves several requests, byte by byte, without a client that retries. */
export const openKeptConnection = (baseUrl: string) => {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  let received = '';
  let isClosed = false;
  let notify = () => {};
  socket.setEncoding('latin1');
  socket.on('data', (chunk: string) => {
    received += chunk;
    notify();
  });
  // A server that closes during the sending resets the connection.
  socket.on('error', () => {});
  socket.on('close', () => {
    isClosed = true;
    notify();
  });
  const next = () => new Promise<void>((resolve) => (notify = resolve));
  return {
    /** Resolves at once: unread bytes stay in the kernel. */
    send: (...parts: (string | Buffer)[]) => {
      for (const part of parts) socket.write(part);
    },
    /** Gives undefined when the connection closes without a whole reply. */
    read: async (): Promise<RawReply | undefined> => {
      for (;;) {
        const reply = cutReply(received);
        if (reply) {
          received = received.slice(reply.length);
          return reply;
        }
        if (isClosed) return undefined;
        await next();
      }
    },
    close: () => socket.destroy(),
  };
};

const cutReply = (text: string): (RawReply & { length: number }) | undefined => {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = new Map(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const length = end + 4 + Number(headers.get('content-length') ?? 0);
  if (text.length < length) return undefined;
  return { status: Number(first.split(' ')[1]), headers, body: text.slice(end + 4, length), length };
};

export const writeRequest = (
  method: string,
  path: string,
  { headers = {}, body = Buffer.alloc(0) }: { headers?: Record<string, string>; body?: Buffer } = {},
): Buffer => {
  const lines = Object.entries({ Host: 'x', 'Content-Length': String(body.length), ...headers });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${head}\r\n`), body]);
};
