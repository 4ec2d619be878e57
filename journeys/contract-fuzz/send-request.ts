import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { FuzzReply } from './known-things.ts';
import type { Plan } from './plan.ts';

const PATIENCE_MS = 20_000;

export type SentRequest = Pick<Plan, 'method' | 'path' | 'headers' | 'body'>;

export const createAgent = (): Agent => new Agent({ keepAlive: true, maxSockets: 4 });

/** Sends a request as it is, with whatever method, path and headers it has. Rejects when no reply comes. */
export const sendRequest = (
  baseUrl: string,
  { method, path, headers, body }: SentRequest,
  agent: Agent,
): Promise<FuzzReply> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(baseUrl);
    const length = body === null ? {} : { 'content-length': Buffer.byteLength(body) };
    const sent = request({ agent, hostname, port, method, path, headers: { ...headers, ...length } });
    sent.setTimeout(PATIENCE_MS, () => sent.destroy(new Error(`no reply within ${PATIENCE_MS} ms`)));
    sent.on('response', (response) => {
      const given = Object.entries(response.headers).flatMap(([name, value]) =>
        [value ?? []].flat().map((each): [string, string] => [name, each]),
      );
      text(response).then(
        (received) => resolve({ status: response.statusCode!, headers: new Headers(given), text: received }),
        reject,
      );
    });
    sent.on('error', reject);
    sent.end(body ?? undefined);
  });

/** A request as a command that sends it again; long parts are cut. */
export const describeRequest = ({ method, path, headers, body }: SentRequest): string => {
  const parts = Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`);
  const content = Buffer.isBuffer(body) ? `<${body.length} bytes: ${body.toString('hex')}>` : body;
  const data = content === null ? [] : [`--data-binary ${quote(content)}`];
  return ['curl -g -X', method, quote(path), ...parts, ...data].join(' ');
};

const MAX_SHOWN = 1_500;

const quote = (given: string): string =>
  `'${given.length > MAX_SHOWN ? `${given.slice(0, MAX_SHOWN)}… ${given.length} in all` : given}'`;
