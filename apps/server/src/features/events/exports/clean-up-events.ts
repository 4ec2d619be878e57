import type { Context } from '../../../context.ts';
import { deleteInBatches } from '../../../platform/database/delete-in-batches.ts';

/**
 * Deletes old events once no delivery of them is kept. Each is looked for by itself ("offset 0"): as a join
 * the planner may read all deliveries for it.
 */
export const cleanUpEvents = (context: Pick<Context, 'clock' | 'config' | 'database'>): Promise<void> => {
  const oldest = new Date(context.clock.now().getTime() - context.config.deliveryRetentionMs);
  return deleteInBatches(
    context,
    (db, limit) => db.$executeRaw`
      delete from events
      where ctid = any (array(
        select e.ctid from events e
        where e.created_at < ${oldest}
          and not exists (
            select from webhook_deliveries d
            where d.organisation_id = e.organisation_id and d.event_id = e.id
            offset 0
          )
        order by e.created_at
        limit ${limit}
        for update of e skip locked
      ))
    `,
  );
};
