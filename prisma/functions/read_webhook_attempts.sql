-- Takes: deliveries that the same transaction has leased.
-- Gives: all that a worker needs to send each.
-- Locks: nothing. A function, since the statement that leased them does not see what was committed while it waited.
-- Callers: claim-attempts.ts
create or replace function read_webhook_attempts(organisations uuid[], deliveries uuid[])
returns table (
  organisation_id uuid, delivery_id uuid, endpoint_id uuid, due_at timestamptz, sequence float8, status text,
  failure_count int, attempt_count int, event_id uuid, event_type text, event_created_at timestamptz, data_text text,
  is_test boolean, url text, failing_since timestamptz, session_id uuid, secret_sealed text,
  previous_secret_sealed text, previous_secret_expires_at timestamptz
)
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  -- A callback is signed with the secret of its organisation. "limit 1" makes the planner look each row up by its key.
  return query
    select d.organisation_id, d.id, d.endpoint_id, d.next_attempt_at, d.sequence::float8, d.status, d.failure_count,
      d.attempt_count + 1, d.event_id, d.event_type, e.created_at, e.data::text, e.test, w.url, w.failing_since,
      w.session_id,
      coalesce(c.callback_secret_sealed, w.secret_sealed),
      coalesce(c.previous_callback_secret_sealed, w.previous_secret_sealed),
      coalesce(c.previous_callback_secret_expires_at, w.previous_secret_expires_at)
    from unnest(organisations, deliveries) as l (organisation_id, delivery_id)
    cross join lateral (
      select * from public.webhook_deliveries d
      where d.organisation_id = l.organisation_id and d.id = l.delivery_id
      limit 1
    ) d
    cross join lateral (
      select * from public.events e
      where e.organisation_id = d.organisation_id and e.id = d.event_id
      limit 1
    ) e
    cross join lateral (
      select * from public.webhook_endpoints w
      where w.organisation_id = d.organisation_id and w.id = d.endpoint_id
      limit 1
    ) w
    left join lateral (
      select * from public.organisations o where o.id = w.organisation_id and w.session_id is not null limit 1
    ) c on true;
end
$$;
