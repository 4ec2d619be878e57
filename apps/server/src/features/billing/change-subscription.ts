import { PLAN_LIMITS, type Plan, type SubscriptionStatus } from '@field-inspection/contract';
import type { Tx } from '../../platform/database/transact.ts';

/** What an organisation pays for, and whether it does. */
export type SubscriptionChanges = { plan?: Plan; subscription_status?: SubscriptionStatus };

/**
 * Changes the plan, whether it is paid, or both at once; undefined when there is no such organisation. `for update`
 * waits for the creations under way, whose foreign keys hold the row: what was created before the change counts, and
 * what is created after it meets the new plan. Unlimited plans don't count their inspections, so a limited one starts
 * by counting them.
 */
export const changeSubscription = async (
  { db }: Pick<Tx, 'db'>,
  { organisationId, changes }: { organisationId: string; changes: SubscriptionChanges },
): Promise<({ id: string } & SubscriptionChanges) | undefined> => {
  const held = await db.$queryRaw<unknown[]>`
    select 1 from organisations where id = ${organisationId}::uuid for update
  `;
  if (held.length === 0) return undefined;
  const isCounted = changes.plan !== undefined && PLAN_LIMITS[changes.plan].inspections !== null;
  const counted = isCounted
    ? { inspections_used: await db.session.count({ where: { organisation_id: organisationId } }) }
    : {};
  await db.organisation.update({ where: { id: organisationId }, data: { ...changes, ...counted } });
  return { id: organisationId, ...changes };
};
