import { signInAs } from '@field-inspection/server/testing/sign-in';
import type { SignInWorld } from '../sign-in-page/open-sign-in-world.ts';

/** An active sign-on that an admin who is kept for emergencies has tested in their session, whose cookie it gives. */
export const seedSignOn = async ({ server }: Pick<SignInWorld, 'server'>): Promise<{ cookie: string }> => {
  const { client, context, clock, seed } = server;
  const { prisma } = context.database;
  const { cookie, memberId } = await signInAs(server, 'org_admin');
  await client.members.update(memberId, { break_glass: true });
  await client.sso.put({ protocol: 'oidc', issuer: 'https://login.example.com', client_id: 'inspections' });
  const session = await prisma.credential.findFirstOrThrow({
    where: { kind: 'session', member_id: memberId },
  });
  await prisma.ssoConnection.update({
    where: { organisation_id: seed.organisationId },
    data: {
      status: 'active',
      tested_at: clock.now(),
      tested_by: memberId,
      tested_credential_id: session.id,
    },
  });
  return { cookie };
};
