import { connect } from 'node:net';

const PATIENCE_MS = 10_000;

/**
 * For requests that no HTTP client would send. Resolves with the whole answer (as latin1) when the server closes the
 * connection. `end` closes the client's side after the last byte.
 */
export const sendRaw = (
  baseUrl: string,
  bytes: string | Buffer,
  { end = false }: { end?: boolean } = {},
): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(baseUrl);
    const socket = connect(Number(port), hostname);
    let answer = '';
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`the server kept the connection open after: ${answer}`));
    }, PATIENCE_MS);
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => (answer += chunk));
    // A server that refuses early closes while bytes are still sent.
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(answer);
    });
    const data = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes;
    if (end) socket.end(data);
    else socket.write(data);
  });
