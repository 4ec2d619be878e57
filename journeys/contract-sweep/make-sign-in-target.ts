import type { PasskeyCreation, PasskeyRequest } from '@field-inspection/contract';
import { openPasskeyWorld } from '@field-inspection/server/testing/open-passkey-world';
import {
  beginStepUp,
  makeAttempt,
  makeLink,
  signInAgain,
  signInAs,
  type SignedIn,
} from '@field-inspection/server/testing/sign-in';
import type { Seed } from '@field-inspection/server/testing/seed-organisation';
import type { TestServer } from '@field-inspection/server/testing/start-test-server';
import { MISSING_IDS, type Ids } from '../requests/ids.ts';
import type { RouteOperation } from '../requests/operations.ts';
import type { Target } from './make-target.ts';

const CODE = '123456';

/** A member of an organisation with two sessions, or a sign-in of theirs that has come as far as the route takes it. */
export const makeSignInTarget = async (
  server: TestServer,
  { organisationId, apiKey }: Seed,
  { name, listed: { policy } }: RouteOperation,
): Promise<Target> => {
  const { context } = server;
  const person = await signInAs(server, 'org_admin', { organisationId });
  const ids = {
    ...MISSING_IDS,
    organisation_id: organisationId,
    member_id: person.memberId,
    member_session_id: await signInAgain(context, person.memberId),
    email: person.email,
    code: CODE,
  };
  if (name === 'signIn.begin' || name === 'signIn.beginAtProvider') return { ids, cookie: '' };
  if (name === 'signIn.useLink')
    return { ids: { ...ids, token: await makeLink(context, { organisationId, ...person }) }, cookie: '' };
  if (/passkey/i.test(name)) return makePasskeyTarget(server, { person, name, ids, apiKey });
  if (name === 'signIn.redeem' || name === 'signIn.choose') {
    const isProven = name === 'signIn.choose';
    return { ids, cookie: await makeAttempt(context, { email: person.email, code: CODE, isProven }) };
  }
  if (policy.caller !== 'member') return { ids, bearer: apiKey };
  if (name === 'me.stepUpAtProvider') await linkToProvider(server, { organisationId, apiKey, person });
  if (name === 'me.stepUp') await beginStepUp(context, { person, code: CODE });
  return { ids, cookie: person.cookie };
};

/** The person has signed in by a provider before. */
const linkToProvider = async (
  server: TestServer,
  {
    organisationId,
    apiKey,
    person,
  }: { organisationId: string; apiKey: string; person: { memberId: string } },
): Promise<void> => {
  const { prisma } = server.context.database;
  const of = { organisation_id: organisationId };
  const { id } = await server
    .clientOf(apiKey)
    .sso.put({ protocol: 'oidc', issuer: 'https://login.example.com', client_id: 'sweep' });
  const at = server.clock.now();
  const tested = { tested_at: at, tested_by: person.memberId, tested_credential_id: person.memberId };
  await prisma.ssoConnection.update({ where: of, data: { status: 'active', ...tested } });
  await prisma.memberIdentity.create({
    data: { ...of, connection_id: id!, subject: person.memberId, member_id: person.memberId, created_at: at },
  });
};

type Given = { person: SignedIn; name: string; ids: Ids; apiKey: string };

/** A member with a passkey, and with an answer of it to a challenge where the route takes one. */
const makePasskeyTarget = async (
  server: TestServer,
  { person, name, ids, apiKey }: Given,
): Promise<Target> => {
  if (name === 'signIn.beginByPasskey') return { ids, cookie: '' };
  const { begin, register } = openPasskeyWorld(() => server);
  const { authenticator, passkey } = await register(person);
  const own = { ...ids, passkey_id: passkey.id };
  if (name.startsWith('members.')) return { ids: own, bearer: apiKey };
  if (name === 'signIn.redeemPasskey') {
    const { cookie, request } = await begin();
    return { ids: { ...own, ...(authenticator.get(request) as Partial<Ids>) }, cookie };
  }
  if (name === 'me.stepUpByPasskey') {
    const request = (await person.call('POST /me/step-up/passkey/begin')).body as unknown as PasskeyRequest;
    return { ids: { ...own, ...(authenticator.get(request) as Partial<Ids>) }, cookie: person.cookie };
  }
  if (name === 'me.createPasskey') {
    const begun = (await person.call('POST /me/passkey/begin')).body as unknown as PasskeyCreation;
    const { transports: _, ...made } = authenticator.create(begun);
    return { ids: { ...own, ...(made as Partial<Ids>) }, cookie: person.cookie };
  }
  return { ids: own, cookie: person.cookie };
};
