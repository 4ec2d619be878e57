import type { Plan } from '@field-inspection/contract';
import { requireSso } from '@field-inspection/rules';
import type { Prisma } from '#prisma';

/**
 * Refuses what takes a plan with sign-on and provisioning.
 *
 * @throws {Refusal} sso.not_in_plan
 */
export const requireSsoOf = async (
  db: Pick<Prisma.TransactionClient, 'organisation'>,
  organisationId: string,
): Promise<void> => {
  const where = { id: organisationId };
  const { plan } = await db.organisation.findUniqueOrThrow({ where, select: { plan: true } });
  requireSso(plan as Plan);
};
