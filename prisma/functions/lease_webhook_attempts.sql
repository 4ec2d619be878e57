-- Takes: endpoints that are looked at, how many attempts a worker has places for, how many an endpoint and an
-- organisation may have under way, the time, and how long a lease lasts.
-- Gives: the deliveries that it leased, and without a delivery the endpoints that wait for their organisation from now on.
-- Locks: the organisations' places, then the endpoints' turns, each in one order, until the commit. A claim alone adds
-- attempts, so an organisation never has more than its cap; who ends one only makes room and need not wait.
-- Callers: claim-attempts.ts
create or replace function lease_webhook_attempts(
  organisations uuid[], endpoints uuid[], places int, cap bigint, organisation_cap bigint, at_time timestamptz,
  lease_ms float8
)
returns table (organisation_id uuid, endpoint_id uuid, delivery_id uuid)
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
declare
  share constant bigint := ceil(places::float8 / cardinality(endpoints));
begin
  -- They are looked at now. What this does not see was committed later, and stays for the next look.
  delete from public.webhook_due_endpoints
  where ctid = any (array(
    select d.place
    from unnest(organisations, endpoints) as e (organisation_id, endpoint_id)
    cross join lateral (
      select d.ctid as place from public.webhook_due_endpoints d
      where d.organisation_id = e.organisation_id and d.endpoint_id = e.endpoint_id and d.due_at <= at_time
      limit 1000
      for update skip locked
    ) d
  ));
  delete from public.webhook_waiting_endpoints
  where ctid = any (array(
    select w.place
    from unnest(organisations, endpoints) as e (organisation_id, endpoint_id)
    cross join lateral (
      select w.ctid as place from public.webhook_waiting_endpoints w
      where w.organisation_id = e.organisation_id and w.endpoint_id = e.endpoint_id
      limit 1000
      for update skip locked
    ) w
  ));
  -- The counts below are of a statement that begins after this lock: it sees what was claimed meanwhile.
  perform pg_advisory_xact_lock(hashtextextended('webhook places of ' || o.id, 0))
  from (select distinct id from unnest(organisations) as o (id) order by id) o;
  -- Each place goes to the organisation with the fewest attempts under way. What fits and finds no place is due again;
  -- what its organisation has no place for waits. What an endpoint's own cap holds back comes with the end of an attempt.
  return query
    with placed as materialized (
      select t.*, under_way.total, under_way.total + row_number() over (
          partition by t.organisation_id order by t.turn > share, t.due_at, t.sequence, t.endpoint_id
        ) as place
      from (select distinct id from unnest(organisations) as o (id)) o
      cross join lateral (
        select count(*) as total from public.webhook_leased_attempts l where l.organisation_id = o.id
      ) under_way
      join public.take_webhook_turns(organisations, endpoints, cap, share, at_time) t on t.organisation_id = o.id
      where t.fits
    ),
    ranked as materialized (
      select p.*, p.turn <= share and p.place <= organisation_cap
        and row_number() over (
          order by p.turn > share or p.place > organisation_cap, p.place, p.due_at, p.sequence, p.endpoint_id
        ) <= places as is_taken
      from placed p
    ),
    left_over as materialized (
      select r.organisation_id, r.endpoint_id, bool_or(r.is_full) as is_full
      from (
        select *, total + count(*) filter (where is_taken) over (partition by organisation_id) >= organisation_cap
          as is_full
        from ranked
      ) r
      where not r.is_taken
      group by r.organisation_id, r.endpoint_id
    ),
    due as (
      insert into public.webhook_due_endpoints (organisation_id, endpoint_id, due_at)
      select l.organisation_id, l.endpoint_id, at_time from left_over l where not l.is_full
    ),
    held as (
      insert into public.webhook_waiting_endpoints (organisation_id, endpoint_id, since)
      select l.organisation_id, l.endpoint_id, at_time from left_over l where l.is_full
      returning organisation_id, endpoint_id
    ),
    leased as (
      -- By the database's own clock: a lease is about real time, whichever machine holds it.
      insert into public.webhook_leased_attempts
        (organisation_id, endpoint_id, delivery_id, attempt, started_at, lease_until)
      select r.organisation_id, r.endpoint_id, r.delivery_id, r.attempt_count + 1, at_time,
        clock_timestamp() + lease_ms * interval '1 millisecond'
      from ranked r
      where r.is_taken
      on conflict do nothing
      returning organisation_id, endpoint_id, delivery_id
    )
    select l.organisation_id, l.endpoint_id, l.delivery_id from leased l
    union all
    select h.organisation_id, h.endpoint_id, null from held h;
end
$$;
