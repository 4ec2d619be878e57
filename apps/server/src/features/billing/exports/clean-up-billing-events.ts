import type { Context } from '../../../context.ts';
import { deleteInBatches } from '../../../platform/database/delete-in-batches.ts';

/** The provider sends an event again for three days at most. */
const KEPT_MS = 30 * 86_400_000;

/** Deletes the events of the provider that were handled, once none of them comes again. Raw, for the batches. */
export const cleanUpBillingEvents = (context: Pick<Context, 'clock' | 'database'>): Promise<void> => {
  const before = new Date(context.clock.now().getTime() - KEPT_MS);
  return deleteInBatches(
    context,
    (db, limit) => db.$executeRaw`
      delete from billing_events
      where ctid = any (array(
        select ctid from billing_events
        where received_at < ${before} and handled_at is not null
        order by received_at
        limit ${limit}
        for update skip locked
      ))
    `,
  );
};
