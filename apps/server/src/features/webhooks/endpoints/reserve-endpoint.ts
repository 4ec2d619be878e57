import { PLAN_LIMITS, type Plan } from '@field-inspection/contract';
import { ApiError } from '../../../api-error.ts';
import type { Tx } from '../../../platform/database/transact.ts';

/**
 * Sees that the plan has room for one endpoint more, until the commit. Creations of an organisation queue here, so that
 * two don't take the last room; one that has more since before keeps what it has.
 *
 * @throws {ApiError} endpoint_limit
 */
export const reserveEndpoint = async (tx: Tx, organisationId: string): Promise<void> => {
  // Raw, since Prisma can't lock; `no key`, so that rows which refer to the organisation can still be written.
  const [organisation] = await tx.db.$queryRaw<{ plan: Plan }[]>`
    select plan from organisations where id = ${organisationId}::uuid for no key update
  `;
  const { plan } = organisation!;
  const limit = PLAN_LIMITS[plan].endpoints;
  // A statement of its own: it sees what was committed while this waited for the lock.
  const total = await tx.db.webhookEndpoint.count({
    where: { organisation_id: organisationId, session_id: null, deleted_at: null },
  });
  if (total < limit) return;
  throw new ApiError(
    'endpoint_limit',
    `The plan ${plan} has room for ${limit} webhook endpoints, and all are there. Delete one, or change the plan.`,
  );
};
