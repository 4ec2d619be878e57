-- Endpoints as they are now, what each has under way and who waits longest for it, under locks that are held until the
-- commit: who claims an attempt, who ends one and who sets the endpoint going again take turns, so that none can
-- overlook the other. The locks are taken in one order, so that no two callers wait for each other. A function, since
-- within one statement nothing else sees what was committed while it waited for the lock. "limit 1" keeps each look at
-- one row, whatever the tables held when the plan was made.
-- Callers: claim-attempt.ts, lock-webhook-gate.ts
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
