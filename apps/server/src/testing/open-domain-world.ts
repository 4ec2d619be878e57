import { VERSIONED_ROOT, type Plan } from '@field-inspection/contract';
import { askByHost } from './ask-by-host.ts';
import { callApi } from './call-api.ts';
import { mintInviteFor } from './mint-invite-for.ts';
import { seedOrganisation } from './seed-organisation.ts';
import { startTestServer } from './start-test-server.ts';

let count = 0;

export const freshDomain = (): string => `inspect${++count}.example.com`;

/** The DNS is the test's own, and organisations have domains. */
export const openDomainWorld = async () => {
  /** A name that maps to an error does not answer. */
  const records = new Map<string, string[] | Error>();
  const resolveTxt = async (name: string): Promise<string[]> => {
    const found = records.get(name);
    if (found instanceof Error) throw found;
    return found ?? [];
  };
  const server = await startTestServer({}, { resolveTxt });
  const openOrganisation = async (plan: Plan = 'enterprise') => {
    const { apiKey, organisationId } = await seedOrganisation(server.context, { plan });
    const client = server.clientOf(apiKey);
    const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
      callApi(server, `${method} /branding${path}`, { root: VERSIONED_ROOT, apiKey, body, headers });
    return {
      apiKey,
      organisationId,
      client,
      call,
      set: async (domain: string | null) => (await client.branding.update({ domain })).domain!,
      verify: () => call('POST', '/domain/verify'),
      mint: (body = {}) => mintInviteFor({ client }, body),
    };
  };
  return {
    server,
    records,
    openOrganisation,
    openVerified: async () => {
      const organisation = await openOrganisation();
      const domain = freshDomain();
      const { record } = await organisation.set(domain);
      records.set(record.name, [record.value]);
      await organisation.client.branding.verifyDomain();
      return { ...organisation, domain };
    },
    ask: (host: string, path: string, more: Parameters<typeof askByHost>[2] = {}) =>
      askByHost(server.baseUrl, host, { path, ...more }),
    setPlan: (id: string, plan: Plan) =>
      server.context.database.prisma.organisation.update({ where: { id }, data: { plan } }),
  };
};

export type DomainWorld = Awaited<ReturnType<typeof openDomainWorld>>;

export const readLink = (link: string): { host: string; path: string; token: string } => {
  const { host, pathname: path, hash } = new URL(link);
  return { host, path, token: hash.slice(1) };
};

export const joinPathOf = (link: string): string => {
  const { path, token } = readLink(link);
  return `/v1/sessions${path.replace('/join', '')}/join/${token}`;
};
