import type { Context } from '../../../context.ts';
import { deleteInBatches } from '../../../platform/database/delete-in-batches.ts';

/**
 * Deletes old deliveries with their attempts; what is still to be sent or under way stays, however old. It goes from
 * organisation to organisation, by the index of their lists: one more, by time alone, would be written with each
 * delivery. The limits make the planner find each row by an index.
 */
export const cleanUpDeliveries = (context: Pick<Context, 'clock' | 'config' | 'database'>): Promise<void> => {
  const oldest = new Date(context.clock.now().getTime() - context.config.deliveryRetentionMs);
  return deleteInBatches(context, async (db, limit) => {
    const rows = await db.$queryRaw<{ count: number }[]>`
      with gone as (
        delete from webhook_deliveries
        where ctid = any (array(
          select d.place
          from organisations o
          cross join lateral (
            select d.ctid as place from webhook_deliveries d
            where d.organisation_id = o.id and d.created_at < ${oldest} and d.next_attempt_at is null
              and not exists (
                select from webhook_leases l
                where l.organisation_id = d.organisation_id and l.endpoint_id = d.endpoint_id and l.delivery_id = d.id
                offset 0
              )
            order by d.created_at, d.id
            limit ${limit}
            for update of d skip locked
          ) d
          limit ${limit}
        ))
        returning organisation_id, id
      ),
      attempts as (
        delete from webhook_attempts
        where ctid = any (array(
          select a.place
          from gone
          cross join lateral (
            select a.ctid as place from webhook_attempts a
            where a.organisation_id = gone.organisation_id and a.delivery_id = gone.id
            limit 1000
          ) a
        ))
      )
      select count(*)::int as count from gone
    `;
    return rows[0]!.count;
  });
};
