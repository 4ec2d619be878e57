import type { Context } from '../../context.ts';

/** Every organisation, oldest first; for the host's operator alone. */
export const listOrganisations = ({ database }: Pick<Context, 'database'>) =>
  database.prisma.organisation.findMany({
    select: {
      id: true,
      name: true,
      plan: true,
      subscription_status: true,
      locale: true,
      rate_limit: true,
      inspections_used: true,
    },
    orderBy: [{ created_at: 'asc' }, { id: 'asc' }],
  });
