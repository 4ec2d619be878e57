import { Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** Guard against hanging: a busy machine takes long. */
const PATIENCE_MS = 60_000;

export type SentRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Buffer | null;
  /** Announces a body of that length and sends none, so that the head alone is answered. */
  announcedBytes?: number | undefined;
};

export type Reply = { status: number; headers: Headers; bytes: Buffer; text: string };

const shared = new Agent({ keepAlive: true });

/** Sends any method, path and headers unchanged. Rejects when no reply comes. */
export const sendRequest = (
  baseUrl: string,
  { method, path, headers, body, announcedBytes }: SentRequest,
): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(baseUrl);
    const length = announcedBytes ?? (body === null ? undefined : Buffer.byteLength(body));
    const sized = length === undefined ? headers : { ...headers, 'content-length': String(length) };
    const agent = announcedBytes === undefined ? shared : new Agent();
    const sent = request({ agent, hostname, port, method, path, headers: sized });
    sent.setTimeout(PATIENCE_MS, () => sent.destroy(new Error(`no reply within ${PATIENCE_MS} ms`)));
    sent.on('response', (response) => {
      const given = Object.entries(response.headers).flatMap(([name, value]) =>
        [value ?? []].flat().map((each): [string, string] => [name, each]),
      );
      buffer(response)
        .then((bytes) => {
          const said = { headers: new Headers(given), bytes, text: bytes.toString() };
          resolve({ status: response.statusCode!, ...said });
        }, reject)
        .finally(() => announcedBytes !== undefined && sent.destroy());
    });
    sent.on('error', reject);
    if (announcedBytes === undefined) sent.end(body ?? undefined);
    else sent.flushHeaders();
  });

export const describeRequest = ({ method, path, headers, body }: SentRequest): string => {
  const parts = Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`);
  const content = Buffer.isBuffer(body) ? `<${body.length} bytes: ${body.toString('hex')}>` : body;
  const data = content === null ? [] : [`--data-binary ${quote(content)}`];
  return ['curl -g -X', method, quote(path), ...parts, ...data].join(' ');
};

const MAX_SHOWN = 1_500;

const quote = (given: string): string =>
  `'${given.length > MAX_SHOWN ? `${given.slice(0, MAX_SHOWN)}… ${given.length} in all` : given}'`;
