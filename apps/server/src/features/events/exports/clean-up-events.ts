import type { Context } from '../../../context.ts';
import { deleteInBatches } from '../../../platform/database/delete-in-batches.ts';

const START = { created_at: '-infinity', id: '00000000-0000-0000-0000-000000000000' };

type Found = { count: number; created_at: string | null; id: string | null };

/**
 * Deletes old events once no delivery of them is kept. Each step starts behind the last event of the step before: the
 * events of a paused endpoint stay, and would be looked at in each step anew. "offset 0" has deliveries looked for by
 * event: for a join the planner may read all of them.
 */
export const cleanUpEvents = (context: Pick<Context, 'clock' | 'config' | 'database'>): Promise<void> => {
  const oldest = new Date(context.clock.now().getTime() - context.config.deliveryRetentionMs);
  let after = START;
  return deleteInBatches(context, async (db, limit) => {
    const [found] = await db.$queryRaw<Found[]>`
      with looked_at as materialized (
        select e.ctid as place, e.created_at, e.id,
          not exists (
            select from webhook_deliveries d
            where d.organisation_id = e.organisation_id and d.event_id = e.id
            offset 0
          ) as is_over
        from events e
        where e.created_at < ${oldest} and (e.created_at, e.id) > (${after.created_at}::timestamptz, ${after.id}::uuid)
        order by e.created_at, e.id
        limit ${limit}
      ),
      gone as (
        delete from events
        where ctid = any (array(
          select e.ctid from events e
          where e.ctid = any (array(select place from looked_at where is_over))
          for update skip locked
        ))
      )
      select (select count(*)::int from looked_at) as count, last.created_at::text, last.id
      from (select) one
      left join (select created_at, id from looked_at order by created_at desc, id desc limit 1) last on true
    `;
    const { count, created_at, id } = found!;
    if (created_at && id) after = { created_at, id };
    return count;
  });
};
