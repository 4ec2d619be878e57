import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Passkey, PasskeyCreation, PasskeyRequest, UsePasskeyBody } from '@field-inspection/contract';
import { callerWith, cookiesOf, signInAs, type SignedIn } from './sign-in.ts';
import { createAuthenticator, type Bend } from './software-authenticator.ts';
import type { TestServer } from './start-test-server.ts';

/** Steps of a person with an authenticator: register a passkey, begin in a browser, show it. */
export const openPasskeyWorld = (read: () => TestServer) => {
  const register = async ({ call }: Pick<SignedIn, 'call'>, authenticator = makeAuthenticator()) => {
    const begun = await call('POST /me/passkey/begin');
    const body = authenticator.create(begun.body as unknown as PasskeyCreation);
    const { body: passkey } = await call('POST /me/passkeys', { body: { name: 'Laptop', ...body } });
    return { authenticator, passkey: passkey as unknown as Passkey };
  };
  const makeAuthenticator = (options?: { isCounting?: boolean }) =>
    createAuthenticator(read().baseUrl, options);
  /** Begins a sign-in in a browser of its own. */
  const begin = async () => {
    const reply = await callerWith(read(), '')('POST /sign-in/passkey/begin');
    const cookie = cookiesOf(reply);
    return {
      cookie,
      request: reply.body as unknown as PasskeyRequest,
      finish: (body: UsePasskeyBody) => callerWith(read(), cookie)('POST /sign-in/passkey/finish', { body }),
    };
  };
  return {
    makeAuthenticator,
    register,
    begin,
    /** A member with a passkey. */
    open: async (role: Parameters<typeof signInAs>[1] = 'inspector', options?: { isCounting?: boolean }) => {
      const person = await signInAs(read(), role);
      return { person, ...(await register(person, makeAuthenticator(options))) };
    },
    signIn: async (authenticator: ReturnType<typeof makeAuthenticator>, bend?: Bend) => {
      const { request, finish } = await begin();
      return finish(authenticator.get(request, bend));
    },
  };
};

/** Somebody else's browser or authenticator would answer these. */
export const listWrongAnswers = (read: () => Pick<TestServer, 'baseUrl'>): [string, () => Bend][] => [
  ['another challenge', () => ({ challenge: 'A'.repeat(43) })],
  ['another origin', () => ({ origin: 'https://evil.example' })],
  ['a host below ours', () => ({ origin: read().baseUrl.replace('//', '//evil.') })],
  ['our host over another scheme', () => ({ origin: read().baseUrl.replace('http:', 'https:') })],
  ['another relying party', () => ({ rpId: 'evil.example' })],
  ['nobody whom the authenticator has verified', () => ({ flags: 0b001 })],
  ['nobody who was there', () => ({ flags: 0b100 })],
  ['another kind of answer', () => ({ type: 'payment.get' })],
  ['a page that another origin has in a frame', () => ({ clientData: { crossOrigin: true } })],
  ['a page below another origin', () => ({ clientData: { topOrigin: 'https://evil.example' } })],
];

export const foreignKey = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

/** No browser sends these: nothing, other JSON, too few bytes, and lists in lists 2 000 deep. */
export const HOSTILE_BYTES = [
  '',
  'AA',
  'e30',
  'bnVsbA',
  'W10',
  'AAAA'.repeat(300),
  Buffer.alloc(2_000, 0x81).toString('base64url'),
];
