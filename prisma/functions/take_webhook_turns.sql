-- Takes: endpoints, how many attempts each may have under way, a share of the caller's places, and the time.
-- Gives: of each what waits longest, its share that fits under its cap and one more, so that who asks learns that there
-- is more.
-- Locks: the endpoints' turns, in one order, until the commit. Who claims attempts of an endpoint, and who ends one, take
-- turns: it never has more under way than its cap, and neither overlooks the other. The query comes after the locks, so
-- it sees what was committed while they were waited for. "limit 1" keeps each look at one row, whatever the tables held
-- when the plan was made.
-- Callers: record-attempt.ts
create or replace function take_webhook_turns(
  organisations uuid[], endpoints uuid[], cap bigint, share bigint, at_time timestamptz
)
returns table (
  organisation_id uuid, endpoint_id uuid, delivery_id uuid, due_at timestamptz, sequence bigint, status text,
  attempt_count int, failure_count int, turn bigint, fits boolean
)
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  perform pg_advisory_xact_lock(hashtextextended(e.id::text, 0))
  from (select id from unnest(endpoints) as e (id) order by id) e;
  return query
    select e.organisation_id, e.endpoint_id, q.delivery_id, q.due_at, q.sequence, d.status, d.attempt_count,
      d.failure_count, q.turn, q.turn <= cap - under_way.total
    from unnest(organisations, endpoints) as e (organisation_id, endpoint_id)
    cross join lateral (
      select from public.webhook_endpoints w
      where w.organisation_id = e.organisation_id and w.id = e.endpoint_id and w.active and w.deleted_at is null
        and w.kind = 'push'
      limit 1
    ) w
    cross join lateral (
      select count(*) as total from public.webhook_leased_attempts l
      where l.organisation_id = e.organisation_id and l.endpoint_id = e.endpoint_id
    ) under_way
    cross join lateral (
      select q.*, row_number() over (order by q.due_at, q.sequence) as turn
      from public.webhook_queued_deliveries q
      where q.organisation_id = e.organisation_id and q.endpoint_id = e.endpoint_id and q.due_at <= at_time
        and not exists (
          select from public.webhook_leased_attempts l
          where l.organisation_id = q.organisation_id and l.endpoint_id = q.endpoint_id
            and l.delivery_id = q.delivery_id
        )
      order by q.due_at, q.sequence
      limit greatest(least(cap - under_way.total, share), 0) + 1
    ) q
    cross join lateral (
      select d.status, d.attempt_count, d.failure_count from public.webhook_deliveries d
      where d.organisation_id = e.organisation_id and d.id = q.delivery_id
      limit 1
    ) d;
end
$$;
