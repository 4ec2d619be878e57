-- Takes what waits longest for each active endpoint out of the parked ones, at most `places` of it, under the locks of
-- lock_webhook_gates. Those that the calling statement records itself are left: a late worker's own may have been
-- parked. The caller gives each a job.
-- Callers: enqueue-parked.ts, record-attempt.ts
create or replace function take_parked_deliveries(
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
