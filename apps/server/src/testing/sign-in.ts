import type { RoleName } from '@field-inspection/contract';
import { addMember } from '../features/members/add-member.ts';
import { openSession } from '../features/sign-in/exports/open-session.ts';
import { nameCookie } from '../http/callers/cookies.ts';
import { callApi, type ApiReply } from './call-api.ts';
import type { TestServer } from './start-test-server.ts';

export const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

/** What a browser sends with a change that a page of the service makes. */
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
