import { signInAs } from '@field-inspection/server/testing/sign-in';
import type { Seed } from '@field-inspection/server/testing/seed-organisation';
import type { TestServer } from '@field-inspection/server/testing/start-test-server';
import { MISSING_IDS } from '../requests/ids.ts';
import type { RouteOperation } from '../requests/operations.ts';
import type { Target } from './make-target.ts';

/** The status that the connection has before the route is called; a draft where none stands here. */
const STATUS_BEFORE: Record<string, string> = { 'sso.activate': 'tested', 'sso.enforce': 'active' };

/** An organisation whose sign-on, and domain, have come as far as the route takes them. */
export const makeSsoTarget = async (
  server: TestServer,
  { organisationId, apiKey }: Seed,
  { name, listed: { policy } }: RouteOperation,
): Promise<Target> => {
  const { context } = server;
  const { prisma } = context.database;
  const where = { organisation_id: organisationId };
  const client = server.clientOf(apiKey);
  await prisma.organisationDomain.deleteMany({ where });
  const { id: domain_id } = await client.domains.create({ name: `${context.ids.next()}.example.com` });
  const ids = { ...MISSING_IDS, organisation_id: organisationId, domain_id };
  if (name.startsWith('domains.')) return { ids, bearer: apiKey };
  await client.domains.verify(domain_id);
  await client.sso.put({ protocol: 'oidc', issuer: 'https://login.example.com', client_id: 'sweep' });
  const person = await signInAs(server, 'org_admin', { organisationId });
  await client.members.update(person.memberId, { break_glass: true });
  const session = await prisma.credential.findFirstOrThrow({
    where: { ...where, member_id: person.memberId },
  });
  const status = STATUS_BEFORE[name];
  if (status)
    await prisma.ssoConnection.update({
      where,
      data: {
        status,
        tested_at: server.clock.now(),
        tested_by: person.memberId,
        tested_credential_id: session.id,
      },
    });
  return policy.caller === 'member' ? { ids, cookie: person.cookie } : { ids, bearer: apiKey };
};
