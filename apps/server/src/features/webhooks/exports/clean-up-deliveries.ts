import { Prisma } from '#prisma';
import type { Context } from '../../../context.ts';
import { deleteInBatches } from '../../../platform/database/delete-in-batches.ts';

/** Attempts that are deleted at once. A delivery with more stays until it has fewer: nothing else finds the rest. */
const ATTEMPTS_MAX = 1_000;

const NIL = '00000000-0000-0000-0000-000000000000';

const START = { organisation_id: NIL, created_at: '-infinity', id: NIL };

type Position = typeof START;
type Found = { count: number; has_more: boolean } & { [Column in keyof Position]: string | null };

/**
 * A delivery that is due or under way stays, however old. It goes from organisation to organisation, by the index of
 * their lists, since an index by time alone would be written with each delivery. Each step starts behind the last
 * delivery of the step before: the oldest wait at a paused endpoint, and would be looked at in each step anew. The
 * limits make the planner find each row by an index.
 */
export const cleanUpDeliveries = (context: Pick<Context, 'clock' | 'config' | 'database'>): Promise<void> => {
  const oldest = new Date(context.clock.now().getTime() - context.config.deliveryRetentionMs);
  let after: Position = START;
  return deleteInBatches(context, async (db, limit) => {
    const rows = await db.$queryRaw<Found[]>`
      with looked_at as materialized (${lookBehind(after, { oldest, limit })}),
      old as materialized (
        select d.ctid as place, d.organisation_id, d.id from webhook_deliveries d
        where d.ctid = any (array(select place from looked_at where is_over)) and d.next_attempt_at is null
        for update skip locked
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
      select (select count(*)::int from looked_at) as count,
        exists (select from found where cardinality(found.attempts) = ${ATTEMPTS_MAX}) as has_more,
        last.organisation_id, last.created_at::text, last.id
      from (select) one
      left join (
        select organisation_id, created_at, id from looked_at
        order by organisation_id desc, created_at desc, id desc
        limit 1
      ) last on true
    `;
    const { count, has_more: hasMore, organisation_id, created_at, id } = rows[0]!;
    if (hasMore) return limit;
    if (organisation_id && created_at && id) after = { organisation_id, created_at, id };
    return count;
  });
};

const lookBehind = (
  after: Position,
  { oldest, limit }: { oldest: Date; limit: number },
): Prisma.Sql => Prisma.sql`
  select d.*
  from (select id from organisations where id >= ${after.organisation_id}::uuid order by id) o
  cross join lateral (
    select d.ctid as place, d.organisation_id, d.created_at, d.id,
      d.next_attempt_at is null and not exists (
        select from webhook_leased_attempts l
        where l.organisation_id = d.organisation_id and l.endpoint_id = d.endpoint_id and l.delivery_id = d.id
        offset 0
      ) as is_over
    from webhook_deliveries d
    where d.organisation_id = o.id and d.created_at < ${oldest}
      and (d.created_at, d.id) > (
        case when o.id = ${after.organisation_id}::uuid then ${after.created_at}::timestamptz else '-infinity' end,
        case when o.id = ${after.organisation_id}::uuid then ${after.id}::uuid else ${NIL}::uuid end
      )
    order by d.created_at, d.id
    limit ${limit}
  ) d
  limit ${limit}`;
