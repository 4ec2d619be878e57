-- What is still to be sent has a row of its own, gone when it is settled: what is looked up by its time, or waits for
-- its endpoint, is found here. No index of a delivery then holds anything that a first attempt changes when it
-- succeeds, so that its record is an update within the page (HOT). Nobody may write a delivery between the copy and
-- the end.
lock table webhook_deliveries in access exclusive mode;

create table webhook_queue (
    organisation_id uuid not null,
    endpoint_id uuid not null,
    delivery_id uuid not null,
    sequence bigint not null,
    due_at timestamptz(6) not null,
    parked boolean not null default false,

    -- In this order: an endpoint that is deleted drops what is still due to it, among a month of deliveries.
    constraint webhook_queue_pkey primary key (organisation_id, endpoint_id, delivery_id)
);

insert into webhook_queue (organisation_id, endpoint_id, delivery_id, sequence, due_at, parked)
select organisation_id, endpoint_id, id, sequence, next_attempt_at, parked
from webhook_deliveries
where next_attempt_at is not null;

-- The sweep reads nothing of what waits for a paused endpoint, however much that is.
create index webhook_queue_due_idx on webhook_queue (due_at) where not parked;

create index webhook_queue_parked_idx on webhook_queue (organisation_id, endpoint_id, due_at, sequence) where parked;

drop index webhook_deliveries_due_idx, webhook_deliveries_open_idx, webhook_deliveries_parked_idx,
  webhook_deliveries_undelivered_idx;

-- A recovery reads what was not delivered to an endpoint, batch by batch, among a month of what was. By the count and
-- not by the status, which every success changes.
create index webhook_deliveries_undelivered_idx on webhook_deliveries (organisation_id, endpoint_id, sequence)
  where failure_count > 0;

-- Room in the page for what the record of an attempt writes: an event's deliveries lie side by side, and all are
-- recorded in the same instant.
alter table webhook_deliveries drop column parked, set (fillfactor = 50);

-- Made anew, so that it is the youngest of the indexes: before the first analyze all that begin with the organisation
-- cost the same, the planner takes the youngest, and a worker keeps that plan.
alter table webhook_deliveries
  drop constraint webhook_deliveries_pkey,
  add constraint webhook_deliveries_pkey primary key (organisation_id, id);

-- As before, but for the queue.
create or replace function lock_webhook_gates(organisations uuid[], endpoints uuid[])
returns table (organisation_id uuid, endpoint_id uuid, active boolean, leased uuid[], parked_since timestamptz)
language plpgsql volatile
as $$
#variable_conflict use_column
begin
  perform pg_advisory_xact_lock(hashtextextended(e.id::text, 0))
  from (select id from unnest(endpoints) as e (id) order by id) e;
  return query
    select e.organisation_id, e.endpoint_id, w.active and w.deleted_at is null,
      array(
        select l.delivery_id from webhook_leases l
        where l.organisation_id = e.organisation_id and l.endpoint_id = e.endpoint_id
          and l.lease_until > clock_timestamp()
      ),
      (
        select min(q.due_at) from webhook_queue q
        where q.organisation_id = e.organisation_id and q.endpoint_id = e.endpoint_id and q.parked
      )
    from unnest(organisations, endpoints) as e (organisation_id, endpoint_id)
    cross join lateral (
      select w.active, w.deleted_at
      from webhook_endpoints w
      where w.organisation_id = e.organisation_id and w.id = e.endpoint_id
      limit 1
    ) w;
end
$$;

drop function take_parked_deliveries(uuid[], uuid[], bigint[], uuid[]);

create function take_parked_deliveries(
  organisations uuid[], endpoints uuid[], places bigint[], recorded uuid[]
)
returns table (organisation_id uuid, delivery_id uuid, attempt_count int, due_at timestamptz)
language plpgsql volatile
as $$
#variable_conflict use_column
begin
  perform pg_advisory_xact_lock(hashtextextended(e.id::text, 0))
  from (select id from unnest(endpoints) as e (id) order by id) e;
  -- Mostly nothing waits, and to look costs a tenth of an update that finds nothing.
  if not exists (
    select from unnest(organisations, endpoints) as e (organisation_id, endpoint_id)
    cross join lateral (
      select from webhook_queue p
      where p.organisation_id = e.organisation_id and p.endpoint_id = e.endpoint_id and p.parked
      limit 1
    ) p
  ) then
    return;
  end if;
  return query
    with taken as (
      update webhook_queue q
      set parked = false
      from (
        select p.organisation_id, p.endpoint_id, p.delivery_id
        from unnest(organisations, endpoints, places) as e (organisation_id, endpoint_id, places)
        cross join lateral (
          select p.organisation_id, p.endpoint_id, p.delivery_id from webhook_queue p
          where p.organisation_id = e.organisation_id and p.endpoint_id = e.endpoint_id and p.parked
            and exists (
              select from webhook_endpoints w
              where w.organisation_id = e.organisation_id and w.id = e.endpoint_id
                and w.active and w.deleted_at is null
            )
            and p.delivery_id <> all (recorded)
          order by p.due_at, p.sequence
          limit e.places
          for no key update skip locked
        ) p
      ) next
      where q.organisation_id = next.organisation_id and q.endpoint_id = next.endpoint_id
        and q.delivery_id = next.delivery_id
      returning q.organisation_id, q.delivery_id, q.due_at
    )
    select t.organisation_id, t.delivery_id, d.attempt_count, t.due_at
    from taken t
    join webhook_deliveries d on d.organisation_id = t.organisation_id and d.id = t.delivery_id;
end
$$;
