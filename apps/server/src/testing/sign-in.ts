import type { RoleName } from '@field-inspection/contract';
import type { Context } from '../context.ts';
import { addMember } from '../features/members/add-member.ts';
import { beginSignIn } from '../features/sign-in/begin-sign-in.ts';
import { openSession } from '../features/sign-in/exports/open-session.ts';
import { hashCode } from '../features/sign-in/one-time-code.ts';
import { makeSignInLink } from '../features/sign-in/sign-in-link.ts';
import { nameCookie } from '../http/callers/cookies.ts';
import { hashToken } from '../platform/secrets/hash-token.ts';
import { callApi, type ApiReply } from './call-api.ts';
import type { TestServer } from './start-test-server.ts';

export const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

/** A browser sends these headers with a change that a page of the service makes. */
export const FROM_OWN_PAGE = { 'sec-fetch-site': 'same-origin', 'user-agent': FIREFOX };

export type SignedIn = {
  memberId: string;
  email: string;
  /** The cookie of the session, as a browser sends it back. */
  cookie: string;
  /** Calls the versioned root, or another one, from a page of the service. */
  call: (
    route: string,
    options?: { body?: unknown; headers?: Record<string, string>; root?: string },
  ) => Promise<ApiReply>;
};

let people = 0;

/** Adds a member of the organisation, and signs them in without a mail. */
export const signInAs = async (
  server: TestServer,
  role: RoleName,
  {
    organisationId = server.seed.organisationId,
    email = `person-${++people}@example.com`,
  }: { organisationId?: string; email?: string } = {},
): Promise<SignedIn> => {
  const { context } = server;
  const member = await addMember(context, { organisationId, email, name: 'Ada Rossi', role, locale: 'en' });
  const device = { address: '192.0.2.1', userAgent: FIREFOX };
  const token = await context.transact((tx) => openSession(context, tx, { member, way: 'code', device }));
  const cookie = `${nameCookie(context.config, 'session')}=${token}`;
  return { memberId: member.id, email, cookie, call: callerWith(server, cookie) };
};

/** Calls the versioned root as a page of the service does, with these cookies. */
export const callerWith =
  (server: Pick<TestServer, 'baseUrl' | 'seed'>, cookie: string): SignedIn['call'] =>
  (route, { body, headers = {}, root = '/v1' } = {}) =>
    callApi(server, route, {
      apiKey: null,
      root,
      body,
      headers: { ...FROM_OWN_PAGE, ...(cookie === '' ? {} : { cookie }), ...headers },
    });

/** The cookies that a reply sets and leaves, as a browser sends them back. */
export const cookiesOf = ({ headers }: Pick<ApiReply, 'headers'>): string =>
  headers
    .getSetCookie()
    .filter((line) => !line.includes('Max-Age=0'))
    .map((line) => line.split(';')[0]!)
    .join('; ');

/** Signs a member in once more, on another device, and gives the id of the session. */
export const signInAgain = async (context: Context, memberId: string): Promise<string> => {
  const member = await context.database.prisma.member.findFirstOrThrow({ where: { id: memberId } });
  const userAgent = `another device ${++people}`;
  const device = { address: '192.0.2.2', userAgent };
  await context.transact((tx) => openSession(context, tx, { member, way: 'code', device }));
  const where = { member_id: memberId, user_agent: userAgent };
  const { id } = await context.database.prisma.credential.findFirstOrThrow({ where });
  return id;
};

/** Begins a sign-in whose code is known, or shown already, and gives the cookie of its browser. */
export const makeAttempt = async (
  context: Context,
  { email, code, isProven }: { email: string; code: string; isProven: boolean },
): Promise<string> => {
  const secret = await beginSignIn(context, { email });
  const attempt = { secret_hash: hashToken(secret) };
  const { id } = await context.database.prisma.signInAttempt.findUniqueOrThrow({ where: attempt });
  await context.database.prisma.signInAttempt.update({
    where: { id },
    data: { code_hmac: hashCode(context, id, code), proven_at: isProven ? context.clock.now() : null },
  });
  return `${nameCookie(context.config, 'sign_in')}=${secret}`;
};

/** Has a member step up by a code that is known. */
export const beginStepUp = async (
  context: Context,
  { person, code }: { person: SignedIn; code: string },
): Promise<void> => {
  await person.call('POST /me/step-up/code');
  const where = { member_id: person.memberId, purpose: 'step_up' };
  const { id } = await context.database.prisma.signInAttempt.findFirstOrThrow({ where });
  const data = { code_hmac: hashCode(context, id, code) };
  await context.database.prisma.signInAttempt.update({ where: { id }, data });
};

/** Makes a link to sign in, and gives its token. */
export const makeLink = async (
  context: Context,
  member: { organisationId: string; memberId: string },
): Promise<string> => new URL((await makeSignInLink(context, member))!.url).hash.slice(1);
