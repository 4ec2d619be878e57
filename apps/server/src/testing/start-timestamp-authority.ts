import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildTimestampRequest } from '@field-inspection/evidence';
import { readBer } from '@field-inspection/evidence/asn1';
import { openDemoTimestampAuthority } from '../demo/authority/open-demo-timestamp-authority.ts';
import { systemRandom } from '../platform/secrets/random.ts';
import { listenOnLoopback } from './listen-on-loopback.ts';

export type TimestampAuthorityServer = {
  url: string;
  root: Uint8Array;
  caFile: string;
  requestCount: () => number;
  /** Resolves at the next question, before the answer. */
  asked: () => Promise<void>;
  /** The lie holds from now on; undefined: the authority answers as it should. */
  answer: (lie: Lie | undefined) => void;
  close: () => Promise<void>;
};

export type Lie = keyof typeof LIES;

type Asked = {
  digest: Uint8Array;
  nonce: Uint8Array;
  sign: (request: Uint8Array) => Promise<Uint8Array>;
  response: ServerResponse;
};

// The policy is no demonstration's, which no verifier would trust.
const POLICY = '1.3.6.1.4.1.99999.1';

export const startTimestampAuthority = async (
  clock: { now: () => Date } = { now: () => new Date() },
): Promise<TimestampAuthorityServer> => {
  const dir = await mkdtemp(join(tmpdir(), 'fis-tsa-'));
  let skewMs = 0;
  const authority = await openDemoTimestampAuthority({
    dir,
    clock: { now: () => new Date(clock.now().getTime() + skewMs) },
    random: systemRandom,
    policy: POLICY,
  });
  const sign = async (request: Uint8Array): Promise<Uint8Array> => {
    const answer = await authority.ask(request);
    if (!answer.ok) throw new Error(answer.message);
    return answer.reply;
  };
  let lie: Lie | undefined;
  let requestCount = 0;
  let nextRequest = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    const query = await buffer(request);
    requestCount += 1;
    nextRequest.resolve();
    nextRequest = Promise.withResolvers<void>();
    skewMs = lie === undefined ? 0 : (SKEWS_MS[lie] ?? 0);
    if (lie === undefined) return reply(response, await sign(query));
    await LIES[lie]({ ...readQuery(query), sign, response });
  });
  const { port, close } = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}/tsr`,
    root: authority.roots[0]!,
    caFile: join(dir, 'demo-timestamp-authority', 'ca.pem'),
    requestCount: () => requestCount,
    asked: () => nextRequest.promise,
    answer: (next) => {
      lie = next;
    },
    close: async () => {
      await close();
      await rm(dir, { recursive: true });
    },
  };
};

const reply = (response: ServerResponse, body: Uint8Array, status = 200): void =>
  void response.writeHead(status, { 'content-type': 'application/timestamp-reply' }).end(body);

const readQuery = (query: Buffer): Pick<Asked, 'digest' | 'nonce'> => {
  // As `buildTimestampRequest` writes a query: a version, the digest with its algorithm, the nonce.
  const [, imprint, nonce] = readBer(query).children;
  return { digest: imprint!.children[1]!.content, nonce: nonce!.content };
};

const SKEWS_MS: Partial<Record<Lie, number>> = { 'an hour ahead': 3_600_000, 'an hour behind': -3_600_000 };

const signAsked = async ({ digest, nonce, sign, response }: Asked): Promise<void> =>
  reply(response, await sign(buildTimestampRequest(digest, { nonce }).der));

const LIES = {
  'other data': async ({ nonce, sign, response }: Asked) =>
    reply(response, await sign(buildTimestampRequest(new Uint8Array(32), { nonce }).der)),
  'another request': async ({ digest, sign, response }: Asked) =>
    reply(response, await sign(buildTimestampRequest(digest, { nonce: systemRandom.bytes(8) }).der)),
  'an hour ahead': signAsked,
  'an hour behind': signAsked,
  'a flipped bit': async ({ digest, nonce, sign, response }: Asked) => {
    const signed = await sign(buildTimestampRequest(digest, { nonce }).der);
    signed[signed.length - 5]! ^= 1;
    reply(response, signed);
  },
  garbage: ({ response }: Asked) => reply(response, systemRandom.bytes(2_000)),
  nothing: ({ response }: Asked) => reply(response, new Uint8Array()),
  'no token': ({ response }: Asked) =>
    reply(response, Uint8Array.of(0x30, 0x05, 0x30, 0x03, 0x02, 0x01, 0x00)),
  'a refusal': ({ response }: Asked) =>
    reply(response, Uint8Array.of(0x30, 0x09, 0x30, 0x07, 0x02, 0x01, 0x02, 0x03, 0x02, 0x05, 0x20)),
  'a page': ({ response }: Asked) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Log in</title>'),
  'a redirect': ({ response }: Asked) => response.writeHead(302, { location: '/elsewhere' }).end(),
  'an error': ({ response }: Asked) => response.writeHead(503).end(),
  'far too much': ({ response }: Asked) => reply(response, Buffer.alloc(70_000, 0x30)),
  'a closed connection': ({ response }: Asked) => response.destroy(),
  silence: () => {},
  'the truth, late': async (asked: Asked) => {
    await sleep(150 + systemRandom.below(350));
    await signAsked(asked);
  },
};
