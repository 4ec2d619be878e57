import { PLAN_LIMITS, type Plan } from '@field-inspection/contract';
import type { Prisma } from '#prisma';
import { ApiError } from '../../../api-error.ts';

/**
 * Refuses what takes a plan with sign-on and provisioning.
 *
 * @throws {ApiError} sso.not_in_plan
 */
export const requireSso = async (
  db: Pick<Prisma.TransactionClient, 'organisation'>,
  organisationId: string,
): Promise<void> => {
  const { plan } = await db.organisation.findUniqueOrThrow({
    where: { id: organisationId },
    select: { plan: true },
  });
  if (PLAN_LIMITS[plan as Plan].sso) return;
  const message = `The plan ${plan} does not include sign-on and provisioning by a directory of your own. Change the plan.`;
  throw new ApiError('sso.not_in_plan', message);
};
