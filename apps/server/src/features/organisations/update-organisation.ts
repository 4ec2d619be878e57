import type { Context } from '../../context.ts';

type Changes = { locale: string } | { time_zone: string };

/** Changes what the host's operator may set beside the subscription; undefined when there is no such organisation. */
export const updateOrganisation = async (
  { database }: Pick<Context, 'database'>,
  { organisationId, changes }: { organisationId: string; changes: Changes },
): Promise<({ id: string } & Changes) | undefined> => {
  const { count } = await database.prisma.organisation.updateMany({
    where: { id: organisationId },
    data: changes,
  });
  return count === 0 ? undefined : { id: organisationId, ...changes };
};
