import type { Context } from '../../context.ts';

/** The credentials of an organisation, oldest first. Their keys can't be shown: only hashes are kept. */
export const listCredentials = async (
  { database }: Pick<Context, 'database'>,
  { organisationId }: { organisationId: string },
) => {
  const rows = await database.prisma.credential.findMany({
    where: { organisation_id: organisationId },
    orderBy: [{ created_at: 'asc' }, { id: 'asc' }],
  });
  return rows.map(
    ({ id, name, scopes, operator_email, rate_limit, created_at, last_used_at, expires_at, revoked_at }) => ({
      id,
      name,
      scopes,
      operator_email,
      rate_limit,
      created_at,
      last_used_at,
      expires_at,
      revoked_at,
    }),
  );
};
