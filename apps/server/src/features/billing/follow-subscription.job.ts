import { z } from 'zod';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/transact.ts';
import type { ProviderSubscription } from '../../platform/billing/billing-provider.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import { changeSubscription } from './change-subscription.ts';

/**
 * Reads the subscription of an organisation of the provider, and brings its plan and status to it. Events only say that
 * there is something to read: in which order they come, and how often, makes no difference.
 */
export const followSubscription = defineJob({
  id: 'follow-subscription',
  payload: z.object({ organisation_id: z.guid() }),
  run: async (context: Context, { organisation_id: organisationId }) => {
    if (!context.billing) return;
    const reading = await context.transact((tx) => beginReading(tx, organisationId));
    if (!reading) return;
    const subscription = await context.billing.findSubscription(reading.customerId);
    await context.transact((tx) => recordReading(context, tx, { organisationId, reading, subscription }));
  },
});

type Reading = { number: number; customerId: string; eventIds: string[] };

const beginReading = async ({ db }: Tx, organisationId: string): Promise<Reading | undefined> => {
  const where = { organisation_id: organisationId };
  const events = await db.billingEvent.findMany({
    where: { ...where, handled_at: null },
    select: { id: true },
  });
  if (events.length === 0) return undefined;
  const { customer_id, readings } = await db.billingCustomer.update({
    where,
    data: { readings: { increment: 1 } },
  });
  return { number: readings, customerId: customer_id, eventIds: events.map(({ id }) => id) };
};

// A later reading knows at least as much, so this one must not overwrite it.
const recordReading = async (
  context: Pick<Context, 'random'>,
  tx: Tx,
  {
    organisationId,
    reading,
    subscription,
  }: { organisationId: string; reading: Reading; subscription: ProviderSubscription | null },
): Promise<void> => {
  const where = { organisation_id: organisationId };
  const { count } = await tx.db.billingCustomer.updateMany({
    where: { ...where, readings: reading.number },
    data: subscription
      ? {
          subscription_id: subscription.id,
          period_starts_at: subscription.period.startsAt,
          period_ends_at: subscription.period.endsAt,
        }
      : { readings: reading.number },
  });
  if (count === 0) return;
  if (subscription) {
    const { status, plan } = subscription;
    const changes = { subscription_status: status, ...(plan ? { plan } : {}) };
    await changeSubscription(context, tx, { organisationId, changes, by: { provider: 'stripe' } });
  }
  await tx.db.billingEvent.updateMany({
    where: { ...where, id: { in: reading.eventIds } },
    data: { handled_at: tx.now },
  });
};
