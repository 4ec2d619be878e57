import type { Context } from '../../context.ts';

/** The members of an organisation, oldest first; for the host's operator alone. */
export const findMembers = (
  { database }: Pick<Context, 'database'>,
  { organisationId }: { organisationId: string },
) =>
  database.prisma.member.findMany({
    omit: { organisation_id: true },
    where: { organisation_id: organisationId, status: { not: 'removed' } },
    orderBy: [{ created_at: 'asc' }, { id: 'asc' }],
  });
