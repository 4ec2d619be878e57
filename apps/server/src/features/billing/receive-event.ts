import { Refusal } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import {
  ForgedEventError,
  type BillingProvider,
  type ProviderEvent,
} from '../../platform/billing/billing-provider.ts';
import { enqueueJob } from '../../platform/jobs/define-job.ts';
import { followSubscription } from './follow-subscription.job.ts';

/**
 * Keeps an event of the provider, and the job that follows from it, before the provider gets its answer: a crash loses
 * neither. A repeated event is kept once. Only the customer's id tells its organisation; an event of a customer who is
 * not ours is let go.
 *
 * @throws {Refusal} validation_error where it was not sent by the provider
 */
export const receiveEvent = async (
  context: Pick<Context, 'transact' | 'clock' | 'log'> & { billing: BillingProvider },
  sent: { body: Buffer; signature: string | undefined },
): Promise<void> => {
  const event = readEvent(context, sent);
  if (event.customerId === null) return;
  const where = { customer_id: event.customerId };
  await context.transact(async (tx) => {
    const customer = await tx.db.billingCustomer.findUnique({ where });
    if (!customer) return context.log.info({ event_id: event.id }, 'event of a customer who is not ours');
    const { organisation_id } = customer;
    const { id, type } = event;
    const data = { organisation_id, id, type, received_at: tx.now };
    const { count } = await tx.db.billingEvent.createMany({ data, skipDuplicates: true });
    if (count === 0) return;
    enqueueJob(tx, followSubscription, { payload: { organisation_id }, key: organisation_id });
  });
};

const readEvent = (
  { billing, clock }: { billing: BillingProvider } & Pick<Context, 'clock'>,
  sent: { body: Buffer; signature: string | undefined },
): ProviderEvent => {
  try {
    return billing.readEvent({ ...sent, now: clock.now() });
  } catch (cause) {
    if (!(cause instanceof ForgedEventError)) throw cause;
    const detail =
      'The signature of the event is not valid, its time is more than 5 minutes away, or it signs no event.';
    throw new Refusal('validation_error', detail, { cause });
  }
};
