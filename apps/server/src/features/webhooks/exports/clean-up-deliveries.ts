import type { Context } from '../../../context.ts';
import { deleteInBatches } from '../../../platform/database/delete-in-batches.ts';

/** Of one delivery at once. One with as many stays until it has fewer: without it nobody would find the rest. */
const ATTEMPTS_MAX = 1_000;

/**
 * Deletes old deliveries with their attempts; what is still to be sent or under way stays, however old. It goes from
 * organisation to organisation, by the index of their lists: one more, by time alone, would be written with each
 * delivery. The limits make the planner find each row by an index.
 */
export const cleanUpDeliveries = (context: Pick<Context, 'clock' | 'config' | 'database'>): Promise<void> => {
  const oldest = new Date(context.clock.now().getTime() - context.config.deliveryRetentionMs);
  return deleteInBatches(context, async (db, limit) => {
    const rows = await db.$queryRaw<{ count: number; has_more: boolean }[]>`
      with old as materialized (
        select d.place, d.organisation_id, d.id
        from organisations o
        cross join lateral (
          select d.ctid as place, d.organisation_id, d.id from webhook_deliveries d
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
      ),
      found as materialized (
        select old.place, array(
          select a.ctid from webhook_attempts a
          where a.organisation_id = old.organisation_id and a.delivery_id = old.id
          limit ${ATTEMPTS_MAX}
        ) as attempts
        from old
      ),
      attempts as (
        delete from webhook_attempts
        where ctid = any (array(select unnest(found.attempts) from found))
      ),
      gone as (
        delete from webhook_deliveries
        where ctid = any (array(
          select found.place from found where cardinality(found.attempts) < ${ATTEMPTS_MAX}
        ))
      )
      select count(*)::int as count, coalesce(bool_or(cardinality(attempts) = ${ATTEMPTS_MAX}), false) as has_more
      from found
    `;
    const { count, has_more: hasMore } = rows[0]!;
    return hasMore ? limit : count;
  });
};
