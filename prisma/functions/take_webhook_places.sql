-- The turns of these endpoints, as take_webhook_turns gives them, and how many attempts each organisation has under way:
-- under a lock of the organisation that is held until the commit. Whoever claims takes it, so an organisation never has
-- more under way than its cap; who ends an attempt only makes room and need not wait. The organisations come before the
-- endpoints, and each in one order, so that no two callers wait for each other. The count is of a statement that begins
-- after the locks: it sees what was claimed while they were waited for.
-- Callers: claim-statement.ts
create or replace function take_webhook_places(
  organisations uuid[], endpoints uuid[], cap bigint, share bigint, at_time timestamptz
)
returns table (
  organisation_id uuid, endpoint_id uuid, delivery_id uuid, due_at timestamptz, sequence bigint, status text,
  attempt_count int, failure_count int, turn bigint, fits boolean, organisation_total bigint
)
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  perform pg_advisory_xact_lock(hashtextextended('webhook places of ' || o.id, 0))
  from (select distinct id from unnest(organisations) as o (id) order by id) o;
  return query
    select t.*, o.total
    from (
      select o.id, under_way.total
      from (select distinct id from unnest(organisations) as o (id)) o
      cross join lateral (
        select count(*) as total from public.webhook_leases l where l.organisation_id = o.id
      ) under_way
    ) o
    join public.take_webhook_turns(organisations, endpoints, cap, share, at_time) t on t.organisation_id = o.id;
end
$$;
