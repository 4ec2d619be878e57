import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestSigner, type TestSigner } from '../create-test-seal.ts';
import { signRawDigest } from './sign-raw-digest.ts';
import { listenOnLoopback } from '../listen-on-loopback.ts';

export type CscOffer = {
  authType: string[];
  mode: string;
  kind: 'RSA' | 'P-256';
  describe?: (credential: CscDescription) => object;
  signer?: TestSigner;
};
export type CscDescription = ReturnType<typeof describeCredential>;

export type CscLie = (answer: object, response: ServerResponse) => unknown;

export type CscProviderServer = Awaited<ReturnType<typeof startCscProvider>>;

export const CSC_CLIENT = { clientId: 'fis', clientSecret: 'csc-client-secret' };

const SHA_256 = '2.16.840.1.101.3.4.2.1';
const ALGORITHM = { RSA: '1.2.840.113549.1.1.11', 'P-256': '1.2.840.10045.4.3.2' };

/**
 * A remote provider (CSC API v2), with a key and a chain of its own. It is strict: a code works once, with the
 * verifier, the client's secret and the address that it was asked with; a SAD works once, for one credential and one
 * digest.
 */
export const startCscProvider = async (offer: CscOffer) => {
  const signer = offer.signer ?? createTestSigner(offer.kind);
  const world: World = { offer, signer, codes: new Map(), bearers: new Map(), sads: new Map(), asked: [] };
  const lies = new Map<string, CscLie>();
  const server = createServer((request, response) => void answer(world, { request, response, lies }));
  const { port, close } = await listenOnLoopback(server);
  const origin = `http://127.0.0.1:${port}`;
  world.origin = origin;
  return {
    origin,
    url: `${origin}/csc/v2`,
    signer,
    asked: world.asked,
    lie: (path: string, lie: CscLie | undefined) => (lie ? lies.set(path, lie) : lies.delete(path)),
    /** Logs in and agrees, or not; gives the address that the person is led back to. */
    visit: async (actionUrl: string, choice: 'agree' | 'decline' = 'agree'): Promise<URL> => {
      const response = await fetch(`${actionUrl}&choice=${choice}`, { redirect: 'manual' });
      if (response.status !== 302)
        throw new Error(`The page answered ${response.status}: ${await response.text()}`);
      return new URL(response.headers.get('location')!);
    },
    close,
  };
};

type Grant = { scope: string; challenge: string; redirectUri: string; binding: string };
type World = {
  offer: CscOffer;
  signer: TestSigner;
  origin?: string;
  codes: Map<string, Grant>;
  bearers: Map<string, string>;
  /** The key is the SAD: leave to sign this digest with this credential. */
  sads: Map<string, string>;
  asked: { path: string; body: Record<string, unknown> }[];
};

class Refusal extends Error {}

const answer = async (
  world: World,
  {
    request,
    response,
    lies,
  }: { request: IncomingMessage; response: ServerResponse; lies: Map<string, CscLie> },
): Promise<void> => {
  const url = new URL(request.url!, world.origin);
  const path = url.pathname.replace('/csc/v2/', '').replace(/^\//, '');
  try {
    if (path === 'oauth2/authorize') return authorize(world, url.searchParams, response);
    const body = readBody(await text(request), request.headers['content-type']);
    world.asked.push({ path, body });
    const said = ANSWERS[path]?.(world, { body, bearer: request.headers.authorization });
    if (!said) throw new Refusal('invalid_request');
    const lie = lies.get(path);
    const told = lie ? await lie(said, response) : said;
    if (!response.headersSent && told !== undefined) send(response, 200, told);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    send(response, 400, { error: error.message, error_description: 'secret <b>words</b>' });
  }
};

const send = (response: ServerResponse, status: number, body: unknown): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

const readBody = (body: string, type = ''): Record<string, unknown> =>
  type.startsWith('application/json')
    ? (JSON.parse(body) as Record<string, unknown>)
    : Object.fromEntries(new URLSearchParams(body));

const assert = (condition: unknown, error: string): void => {
  if (!condition) throw new Refusal(error);
};

const authorize = ({ codes }: World, query: URLSearchParams, response: ServerResponse): void => {
  const get = (name: string): string => query.get(name) ?? '';
  assert(get('response_type') === 'code' && get('client_id') === CSC_CLIENT.clientId, 'invalid_request');
  assert(get('code_challenge_method') === 'S256' && get('state').length >= 40, 'invalid_request');
  const back = new URL(get('redirect_uri'));
  back.searchParams.set('state', get('state'));
  if (get('choice') === 'decline') back.searchParams.set('error', 'access_denied');
  else {
    const code = randomBytes(16).toString('hex');
    const isCredential = get('scope') === 'credential';
    assert(
      !isCredential || (get('numSignatures') === '1' && get('hashAlgorithmOID') === SHA_256),
      'invalid_request',
    );
    const digest = Buffer.from(get('hashes'), 'base64url').toString('base64');
    const binding = isCredential ? `${get('credentialID')} ${digest}` : '';
    const redirectUri = get('redirect_uri');
    codes.set(code, { scope: get('scope'), challenge: get('code_challenge'), redirectUri, binding });
    back.searchParams.set('code', code);
  }
  response.writeHead(302, { location: back.href }).end();
};

type Asked = { body: Record<string, unknown>; bearer: string | undefined };

const issueToken = (world: World, { body }: Asked): object => {
  const isClient =
    body['client_id'] === CSC_CLIENT.clientId && body['client_secret'] === CSC_CLIENT.clientSecret;
  assert(isClient, 'invalid_client');
  const token = randomBytes(16).toString('hex');
  if (body['grant_type'] === 'client_credentials') {
    assert(
      world.offer.authType.includes('oauth2client') && body['scope'] === 'service',
      'unauthorized_client',
    );
    world.bearers.set(token, 'client');
    return { access_token: token, token_type: 'Bearer', expires_in: 600 };
  }
  const grant = world.codes.get(String(body['code']));
  world.codes.delete(String(body['code']));
  const challenge = createHash('sha256').update(String(body['code_verifier'])).digest('base64url');
  assert(
    grant && grant.challenge === challenge && grant.redirectUri === body['redirect_uri'],
    'invalid_grant',
  );
  if (grant!.scope === 'credential') world.sads.set(token, grant!.binding);
  else world.bearers.set(token, 'person');
  return {
    access_token: token,
    token_type: grant!.scope === 'credential' ? 'SAD' : 'Bearer',
    expires_in: 300,
  };
};

const describeCredential = ({ signer, offer }: World) => ({
  key: { status: 'enabled', algo: [ALGORITHM[offer.kind]], len: 2048 },
  cert: {
    status: 'valid',
    certificates: [...signer.certificates, signer.root].map((der) => Buffer.from(der).toString('base64')),
  },
  auth: { mode: offer.mode },
  SCAL: '2',
  multisign: 1,
});

const assertBearer = ({ bearers }: World, bearer: string | undefined): string => {
  const known = bearers.get(bearer?.replace('Bearer ', '') ?? '');
  assert(known, 'invalid_token');
  return known!;
};

const digestOf = (body: Record<string, unknown>): string => {
  assert(Array.isArray(body['hashes']) && body['hashes'].length === 1, 'invalid_request');
  assert(body['hashAlgorithmOID'] === SHA_256, 'invalid_request');
  return (body['hashes'] as string[])[0]!;
};

const ANSWERS: Record<string, (world: World, asked: Asked) => object> = {
  info: ({ origin, offer }) => ({
    specs: '2.0.0.2',
    name: 'Test',
    authType: offer.authType,
    oauth2: `${origin}/`,
  }),
  'oauth2/token': issueToken,
  'credentials/list': (world, { body, bearer }) => {
    const isPerson = assertBearer(world, bearer) === 'person';
    assert(isPerson || typeof body['userID'] === 'string', 'invalid_request');
    return { credentialIDs: ['disabled', 'ada-1'] };
  },
  'credentials/info': (world, { body, bearer }) => {
    assertBearer(world, bearer);
    const described = describeCredential(world);
    if (body['credentialID'] === 'disabled')
      return { ...described, key: { ...described.key, status: 'disabled' } };
    return world.offer.describe?.(described) ?? described;
  },
  'credentials/authorize': (world, { body, bearer }) => {
    assertBearer(world, bearer);
    assert(world.offer.mode === 'implicit' && body['numSignatures'] === 1, 'invalid_request');
    const SAD = randomBytes(16).toString('hex');
    world.sads.set(SAD, `${String(body['credentialID'])} ${digestOf(body)}`);
    return { SAD, expiresIn: 300 };
  },
  'signatures/signHash': (world, { body, bearer }) => {
    assertBearer(world, bearer);
    const digest = digestOf(body);
    const sad = String(body['SAD']);
    assert(world.sads.get(sad) === `${String(body['credentialID'])} ${digest}`, 'invalid_sad');
    world.sads.delete(sad);
    assert(body['signAlgo'] === ALGORITHM[world.offer.kind], 'invalid_request');
    const signature = signRawDigest(world.signer.key, Buffer.from(digest, 'base64'));
    return { signatures: [signature.toString('base64')] };
  },
};

export const CSC_FAULTS: Record<string, { lie: CscLie; code: string }> = {
  'an error': {
    code: 'refused',
    lie: (_, response) => void response.writeHead(503).end('<html>down</html>'),
  },
  'a redirect': {
    code: 'refused',
    lie: (_, response) => void response.writeHead(302, { location: '/x' }).end(),
  },
  'a closed connection': { code: 'unreachable', lie: (_, response) => void response.destroy() },
  silence: { code: 'timeout', lie: () => undefined },
  'half an answer': {
    code: 'timeout',
    lie: (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{"'),
  },
  'far too much': {
    code: 'too_large',
    lie: (_, response) => void response.writeHead(200).end('x'.repeat(300_000)),
  },
  'a page': {
    code: 'malformed',
    lie: (_, response) => void response.writeHead(200).end('<title>Log in</title>'),
  },
  nothing: { code: 'malformed', lie: () => ({}) },
};

/** A right answer, but later than anybody waits. */
export const answerLate =
  (ms: number): CscLie =>
  async (answer) => {
    await sleep(ms);
    return answer;
  };
