-- Takes: the time, how many endpoints a worker looks at, and how many attempts an organisation may have under way.
-- Gives: the endpoints to look at now, and as held those that wait for a place of their organisation from now on.
-- Locks: the rows that say so, until the commit; a row that another worker has locked is left to that one.
-- Callers: claim-attempts.ts
create or replace function take_due_webhook_endpoints(at_time timestamptz, looks int, organisation_cap bigint)
returns table (organisation_id uuid, endpoint_id uuid, is_held boolean)
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  -- Endpoints that wait, of organisations that have places again: the fewest attempts under way first. The organisations
  -- are walked by the index, one from the other, however many endpoints of each wait.
  return query
    with recursive waiting as (
      (
        select w.organisation_id from public.webhook_waiting_endpoints w
        order by w.organisation_id
        limit 1
      )
      union all
      select next.organisation_id
      from waiting o
      cross join lateral (
        select w.organisation_id from public.webhook_waiting_endpoints w
        where w.organisation_id > o.organisation_id
        order by w.organisation_id
        limit 1
      ) next
    )
    select w.organisation_id, w.endpoint_id, false
    from (
      select o.organisation_id, organisation_cap - under_way.total as places
      from waiting o
      cross join lateral (
        select count(*) as total from public.webhook_leased_attempts l where l.organisation_id = o.organisation_id
      ) under_way
      where under_way.total < organisation_cap
      order by under_way.total, o.organisation_id
      limit looks
    ) o
    cross join lateral (
      select w.organisation_id, w.endpoint_id from public.webhook_waiting_endpoints w
      where w.organisation_id = o.organisation_id
      order by w.since
      limit least(o.places, looks)
      for update skip locked
    ) w
    limit looks;
  -- Endpoints that are due, each organisation's oldest first. Those of an organisation at its cap are made to wait
  -- without a look at them. "limit 1" makes the planner look each row up by its place.
  return query
    with oldest as materialized (
      select e.organisation_id, e.due_at, e.ctid as place from public.webhook_due_endpoints e
      where e.due_at <= at_time
      order by e.due_at
      limit 1000
    ),
    full_up as materialized (
      select o.organisation_id
      from (select distinct organisation_id from oldest) o
      cross join lateral (
        select count(*) as total from public.webhook_leased_attempts l where l.organisation_id = o.organisation_id
      ) under_way
      where under_way.total >= organisation_cap
    ),
    held as (
      delete from public.webhook_due_endpoints
      where ctid = any (array(
        select e.place
        from oldest o
        join full_up f on f.organisation_id = o.organisation_id
        cross join lateral (
          select e.ctid as place from public.webhook_due_endpoints e
          where e.ctid = o.place
          limit 1
          for update skip locked
        ) e
      ))
      returning organisation_id, endpoint_id
    ),
    waits as (
      insert into public.webhook_waiting_endpoints (organisation_id, endpoint_id, since)
      select distinct h.organisation_id, h.endpoint_id, at_time from held h
      returning organisation_id, endpoint_id
    )
    (
      select e.organisation_id, e.endpoint_id, false
      from (
        select o.place from oldest o
        where o.organisation_id not in (select organisation_id from full_up)
        order by row_number() over (partition by o.organisation_id order by o.due_at), o.due_at
      ) o
      cross join lateral (
        select e.organisation_id, e.endpoint_id from public.webhook_due_endpoints e
        where e.ctid = o.place
        limit 1
        for update skip locked
      ) e
      limit looks
    )
    union all
    select w.organisation_id, w.endpoint_id, true from waits w;
end
$$;
