import { type Plan, PLAN_LIMITS, type SubscriptionStatus } from '@field-inspection/contract';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/transact.ts';
import { appendOrgEntry } from '../audit/exports/append-entry.ts';

export type SubscriptionChanges = { plan?: Plan; subscription_status?: SubscriptionStatus };

type Change = {
  organisationId: string;
  changes: SubscriptionChanges;
  by: { host: true } | { provider: string };
};

/**
 * Changes the plan, its status, or both; gives undefined when there is no such organisation. `for update` waits for
 * the creations under way, whose foreign keys hold the row: sessions created before the change count, and later ones
 * meet the new plan. Unlimited plans don't count their inspections, so a limited one starts by counting them.
 */
export const changeSubscription = async (
  context: Pick<Context, 'random'>,
  tx: Tx,
  { organisationId, changes, by }: Change,
): Promise<({ id: string } & SubscriptionChanges) | undefined> => {
  const [held] = await tx.db.$queryRaw<Required<SubscriptionChanges>[]>`
    select plan, subscription_status from organisations where id = ${organisationId}::uuid for update
  `;
  if (!held) return undefined;
  const { plan, subscription_status: status } = { ...held, ...changes };
  if (plan !== held.plan || status !== held.subscription_status) {
    const isCounted = PLAN_LIMITS[plan].inspections !== null;
    const counted = isCounted
      ? { inspections_used: await tx.db.session.count({ where: { organisation_id: organisationId } }) }
      : {};
    await tx.db.organisation.update({ where: { id: organisationId }, data: { ...changes, ...counted } });
    const payload = { ...by, plan, status };
    appendOrgEntry(context, tx, { organisationId, kind: 'billing.changed', payload });
  }
  return { id: organisationId, ...changes };
};

export const setSubscription = (
  context: Pick<Context, 'transact' | 'random'>,
  change: { organisationId: string; changes: SubscriptionChanges },
): ReturnType<typeof changeSubscription> =>
  context.transact((tx) => changeSubscription(context, tx, { ...change, by: { host: true } }));
