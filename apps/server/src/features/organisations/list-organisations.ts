import type { Context } from '../../context.ts';

/** Every organisation, oldest first; for the host's operator alone. */
export const listOrganisations = async ({ database }: Pick<Context, 'database'>) => {
  const rows = await database.prisma.organisation.findMany({
    orderBy: [{ created_at: 'asc' }, { id: 'asc' }],
  });
  return rows.map(({ id, name, plan, subscription_status, locale, rate_limit, inspections_used }) => ({
    id,
    name,
    plan,
    subscription_status,
    locale,
    rate_limit,
    inspections_used,
  }));
};
