import type { Context } from '../../../context.ts';
import { deleteInBatches } from '../../../platform/database/delete-in-batches.ts';

/** Deletes old events once no delivery of them is kept. */
export const cleanUpEvents = (context: Pick<Context, 'clock' | 'config' | 'database'>): Promise<void> => {
  const oldest = new Date(context.clock.now().getTime() - context.config.deliveryRetentionMs);
  return deleteInBatches(
    context,
    (db, limit) => db.$executeRaw`
      delete from events
      where ctid in (
        select e.ctid from events e
        where e.created_at < ${oldest}
          and not exists (
            select from webhook_deliveries d where d.organisation_id = e.organisation_id and d.event_id = e.id
          )
        limit ${limit}
      )
    `,
  );
};
