import { PLAN_LIMITS, type Plan } from '@field-inspection/contract';
import type { Prisma } from '#prisma';
import { ApiError } from '../../api-error.ts';

/** @throws {ApiError} domain.not_in_plan */
export const requireWhiteLabel = async (
  db: Pick<Prisma.TransactionClient, 'organisation'>,
  organisationId: string,
): Promise<void> => {
  const { plan } = await db.organisation.findUniqueOrThrow({
    where: { id: organisationId },
    select: { plan: true },
  });
  if (PLAN_LIMITS[plan as Plan].whiteLabel) return;
  throw new ApiError(
    'domain.not_in_plan',
    `The plan ${plan} does not include a domain of your own. Change the plan.`,
  );
};
