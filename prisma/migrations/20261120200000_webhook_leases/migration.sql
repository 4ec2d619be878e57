-- An attempt under way has a row of its own, small and short-lived, and its delivery is written once, when it ends:
-- an update of a delivery has seven indexes to change.
create table webhook_leases (
    organisation_id uuid not null,
    endpoint_id uuid not null,
    delivery_id uuid not null,
    attempt integer not null,
    started_at timestamptz(6) not null,
    lease_until timestamptz(6) not null,

    -- In this order: how many an endpoint has is counted with every claim.
    constraint webhook_leases_pkey primary key (organisation_id, endpoint_id, delivery_id)
);

with under_way as (
  delete from webhook_attempts a
  using webhook_deliveries d
  where a.outcome = 'in_progress' and d.organisation_id = a.organisation_id and d.id = a.delivery_id
  returning a.organisation_id, d.endpoint_id, a.delivery_id, a.number, a.started_at,
    coalesce(d.lease_until, a.started_at) as lease_until
)
insert into webhook_leases select * from under_way;

update webhook_deliveries d
set attempt_count = l.attempt - 1
from webhook_leases l
where l.organisation_id = d.organisation_id and l.delivery_id = d.id;

alter table webhook_deliveries drop column lease_until;

-- An attempt is written by the statement that writes its delivery, and deleted with it: to look for the delivery once
-- more costs as much as the row.
alter table webhook_attempts
  drop constraint webhook_attempts_organisation_id_delivery_id_fkey,
  drop constraint webhook_attempts_outcome,
  alter column outcome drop default,
  alter column finished_at set not null,
  add constraint webhook_attempts_outcome check (outcome in ('delivered', 'failed', 'interrupted'));

drop function lock_webhook_gate(uuid, uuid);
drop function take_parked_deliveries(uuid, uuid, bigint);

-- As before, but for the leases: which deliveries of an endpoint are under way, not only how many. A claim that waited
-- for the gate sees nothing else that was committed meanwhile.
drop function lock_webhook_gates(uuid[], uuid[]);

create function lock_webhook_gates(organisations uuid[], endpoints uuid[])
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
        select min(d.next_attempt_at) from webhook_deliveries d
        where d.organisation_id = e.organisation_id and d.endpoint_id = e.endpoint_id
          and d.parked and d.next_attempt_at is not null
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

-- As before, but for those that the calling statement writes itself: a late worker's own may have been parked.
drop function take_parked_deliveries(uuid[], uuid[], bigint[]);

create function take_parked_deliveries(
  organisations uuid[], endpoints uuid[], places bigint[], recorded uuid[]
)
returns table (organisation_id uuid, delivery_id uuid, attempt_count int, next_attempt_at timestamptz)
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
      select from webhook_deliveries p
      where p.organisation_id = e.organisation_id and p.endpoint_id = e.endpoint_id
        and p.parked and p.next_attempt_at is not null
      limit 1
    ) p
  ) then
    return;
  end if;
  return query
    update webhook_deliveries d
    set parked = false
    from (
      select p.organisation_id, p.id
      from unnest(organisations, endpoints, places) as e (organisation_id, endpoint_id, places)
      cross join lateral (
        select p.organisation_id, p.id from webhook_deliveries p
        where p.organisation_id = e.organisation_id and p.endpoint_id = e.endpoint_id
          and p.parked and p.next_attempt_at is not null
          and exists (
            select from webhook_endpoints w
            where w.organisation_id = e.organisation_id and w.id = e.endpoint_id
              and w.active and w.deleted_at is null
          )
          and p.id <> all (recorded)
        order by p.next_attempt_at, p.sequence
        limit e.places
        for no key update skip locked
      ) p
    ) next
    where d.organisation_id = next.organisation_id and d.id = next.id
    returning d.organisation_id, d.id, d.attempt_count, d.next_attempt_at;
end
$$;
