import type { Plan } from '@field-inspection/contract';
import type { Overrides } from '../../../context.ts';
import { seedOrganisation } from '../../../testing/seed-organisation.ts';
import { signInAs } from '../../../testing/sign-in.ts';
import { startTestServer } from '../../../testing/start-test-server.ts';

export const OIDC = {
  protocol: 'oidc',
  issuer: 'https://login.example.com',
  client_id: 'inspections',
} as const;

let count = 0;

export const freshDomain = (): string => `company${++count}.example`;

/** The DNS is the test's own; organisations have an admin who is signed in. */
export const openSsoWorld = async (env: Record<string, string> = {}, overrides: Overrides = {}) => {
  const records = new Map<string, string[] | Error>();
  const resolveTxt = async (name: string): Promise<string[]> => {
    const found = records.get(name);
    if (found instanceof Error) throw found;
    return found ?? [];
  };
  const server = await startTestServer(env, { resolveTxt, ...overrides });
  const { prisma } = server.context.database;
  const openOrganisation = async (plan: Plan = 'enterprise') => {
    const { apiKey, organisationId } = await seedOrganisation(server.context, { plan });
    const admin = await signInAs(server, 'org_admin', { organisationId });
    const client = server.clientOf(apiKey);
    const where = { organisation_id: organisationId };
    return {
      apiKey,
      organisationId,
      client,
      admin,
      /** Adds a domain whose record is there, and verifies it. */
      verify: async (name = freshDomain()) => {
        const { id, record } = await client.domains.create({ name });
        records.set(record.name, [record.value]);
        return client.domains.verify(id);
      },
      /** Says that a test has passed, in the session of the admin. */
      pass: async () => {
        const session = await prisma.credential.findFirstOrThrow({
          where: { ...where, kind: 'session', member_id: admin.memberId },
        });
        await prisma.ssoConnection.update({
          where,
          data: {
            status: 'tested',
            tested_at: server.clock.now(),
            tested_by: admin.memberId,
            tested_credential_id: session.id,
          },
        });
      },
      kinds: async () => {
        const rows = await prisma.orgEntry.findMany({ where, orderBy: { sequence: 'asc' } });
        return rows.map(({ kind }) => kind).filter((kind) => kind.startsWith('sso.'));
      },
    };
  };
  return {
    server,
    records,
    openOrganisation,
    setPlan: (id: string, plan: Plan) => prisma.organisation.update({ where: { id }, data: { plan } }),
  };
};

export type SsoWorld = Awaited<ReturnType<typeof openSsoWorld>>;
