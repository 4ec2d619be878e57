-- The gates of many endpoints at once: a worker claims and records deliveries by the hundred, and a call for each
-- endpoint costs more than what it reads. The locks are taken in one order, so that no two callers wait for each
-- other; what is read after them is a statement of its own, so that it sees what was committed meanwhile.
-- "limit 1" keeps each look at one row, whatever the tables held when the plan was made.
create function lock_webhook_gates(organisations uuid[], endpoints uuid[])
returns table (organisation_id uuid, endpoint_id uuid, active boolean, leased bigint, parked_since timestamptz)
language plpgsql volatile
as $$
#variable_conflict use_column
begin
  perform pg_advisory_xact_lock(hashtextextended(e.id::text, 0))
  from (select id from unnest(endpoints) as e (id) order by id) e;
  return query
    select e.organisation_id, e.endpoint_id, w.active and w.deleted_at is null,
      (
        select count(*) from webhook_deliveries d
        where d.organisation_id = e.organisation_id and d.endpoint_id = e.endpoint_id
          and d.lease_until > clock_timestamp()
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

-- Takes what waits longest for each of these endpoints, if it is active, out of the parked ones, under the same
-- locks: at most `places` of an endpoint. The caller gives each a job.
create function take_parked_deliveries(organisations uuid[], endpoints uuid[], places bigint[])
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
        order by p.next_attempt_at, p.sequence
        limit e.places
        for no key update skip locked
      ) p
    ) next
    where d.organisation_id = next.organisation_id and d.id = next.id
    returning d.organisation_id, d.id, d.attempt_count, d.next_attempt_at;
end
$$;
