import type { Plan } from '@field-inspection/contract';
import type { Prisma, RetentionPolicy as PolicyRow } from '#prisma';

/** The plan and the policy of an organisation. */
export const findRetention = async (
  db: Pick<Prisma.TransactionClient, 'organisation'>,
  { organisationId }: { organisationId: string },
): Promise<{ plan: Plan; row: PolicyRow | null }> => {
  const { plan, retention_policy: row } = await db.organisation.findUniqueOrThrow({
    where: { id: organisationId },
    select: { plan: true, retention_policy: true },
  });
  return { plan: plan as Plan, row };
};
