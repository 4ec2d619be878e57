import {
  beginStepUp,
  makeAttempt,
  makeLink,
  signInAgain,
  signInAs,
} from '@field-inspection/server/testing/sign-in';
import type { Seed } from '@field-inspection/server/testing/seed-organisation';
import type { TestServer } from '@field-inspection/server/testing/start-test-server';
import { MISSING_IDS } from '../requests/ids.ts';
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
