import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { text } from 'node:stream/consumers';
import { listenOnLoopback } from '../../../../testing/listen-on-loopback.ts';
import type { TestCertificate } from '../../../../testing/create-test-authority.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { makeRsaKey, showKey, signToken, type TestKey } from './sign-token.ts';

export type Fields = Record<string, unknown>;

/** Differences from an honest answer. A field that is undefined is left out. */
export type Lies = {
  metadata?: Fields;
  /** The parameters with which the browser comes back. */
  callback?: Record<string, string | undefined>;
  header?: Fields;
  claims?: Fields;
  /** The key that signs; a secret; or none. */
  key?: TestKey | string | null;
  /** In place of the token that is signed. */
  idToken?: string;
  token?: Fields;
  keys?: unknown[];
  userinfo?: Fields;
  /** Answers a path in its own way, in place of all else. */
  raw?: Record<string, (response: ServerResponse, request: IncomingMessage) => void>;
  /** Happens before the answer of a path. */
  meanwhile?: Record<string, () => Promise<unknown>>;
};

export const CLIENT_ID = 'inspections';

/** The key that providers show. One serves a file of tests, since making it takes a while. */
export const ownKey = makeRsaKey('own');

const tellOfItself = (issuer: string): Fields => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  response_types_supported: ['code'],
  id_token_signing_alg_values_supported: ['RS256', 'ES256'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
});

const makeClaims = (issuer: string, request: URLSearchParams | undefined, clock: Clock): Fields => {
  const seconds = Math.floor(clock.now().getTime() / 1_000);
  return {
    iss: issuer,
    sub: 'ada',
    aud: request?.get('client_id'),
    nonce: request?.get('nonce'),
    iat: seconds,
    exp: seconds + 300,
    email: 'ada@acme.example',
    email_verified: true,
    name: 'Ada Lovelace',
    groups: ['inspectors'],
  };
};

/** An OpenID provider of which every part can be bent. What it is asked is kept. */
export const startLyingProvider = async (certificate: TestCertificate, clock: Clock) => {
  let lies: Lies = {};
  const asked: { path: string; form: URLSearchParams; authorization: string | undefined }[] = [];
  let request: URLSearchParams | undefined;

  const makeToken = (): string => {
    const claims = { ...makeClaims(issuer, request, clock), ...lies.claims };
    const { key = ownKey } = lies;
    const kid = typeof key === 'object' ? key?.kid : 'own';
    return lies.idToken ?? signToken({ alg: 'RS256', kid, ...lies.header }, claims, key);
  };

  const answers: Record<string, () => Fields> = {
    '/.well-known/openid-configuration': () => ({ ...tellOfItself(issuer), ...lies.metadata }),
    '/keys': () => ({ keys: lies.keys ?? [showKey(ownKey)] }),
    '/token': () => ({ access_token: 'access', token_type: 'Bearer', id_token: makeToken(), ...lies.token }),
    '/userinfo': () => ({ sub: 'ada', ...lies.userinfo }),
  };

  const respond = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = incoming.url ?? '';
    const form = new URLSearchParams(await text(incoming));
    asked.push({ path, form, authorization: incoming.headers.authorization });
    await lies.meanwhile?.[path]?.();
    const raw = lies.raw?.[path];
    if (raw) return raw(response, incoming);
    const answer = answers[path];
    if (!answer) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer()));
  };

  const server = createServer(certificate, (incoming, response) => void respond(incoming, response));
  const { port, close } = await listenOnLoopback(server);
  const issuer = `https://localhost:${port}`;

  return {
    issuer,
    asked,
    countAsked: (path: string) => asked.filter((one) => one.path === path).length,
    bend: (next: Lies) => {
      lies = next;
    },
    /** The browser signs in, and comes back. */
    visit: (to: URL): string => {
      request = to.searchParams;
      const back = new URL(request.get('redirect_uri')!);
      const honest = { code: 'code', state: request.get('state')!, iss: issuer };
      for (const [name, value] of Object.entries({ ...honest, ...lies.callback })) {
        if (value !== undefined) back.searchParams.set(name, value);
      }
      return back.href;
    },
    close,
  };
};

export type LyingProvider = Awaited<ReturnType<typeof startLyingProvider>>;
