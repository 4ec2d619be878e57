-- A frozen chain stays as it is.
-- Callers: the triggers of audit_chains
create or replace function refuse_frozen_change() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception 'the audit chain of session % is frozen', old.session_id using errcode = 'restrict_violation';
end
$$;
