import type { Context } from '../../context.ts';

/** The credentials of an organisation, oldest first. Their keys can't be shown: only hashes are kept. */
export const listCredentials = (
  { database }: Pick<Context, 'database'>,
  { organisationId }: { organisationId: string },
) =>
  database.prisma.credential.findMany({
    select: {
      id: true,
      name: true,
      scopes: true,
      operator_email: true,
      rate_limit: true,
      created_at: true,
      last_used_at: true,
      expires_at: true,
      revoked_at: true,
      allowed_networks: true,
      last_refused_at: true,
      last_refused_address: true,
    },
    where: { organisation_id: organisationId, kind: 'key' },
    orderBy: [{ created_at: 'asc' }, { id: 'asc' }],
  });
