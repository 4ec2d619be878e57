-- A frozen chain takes no more entries. The one that it is frozen with is within its head already.
-- Callers: the triggers of audit_entries
create or replace function refuse_late_entry() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if exists (
    select from public.audit_chains
    where organisation_id = new.organisation_id and session_id = new.session_id
      and frozen_at is not null and head_sequence < new.sequence
  ) then
    raise exception 'the audit chain of session % is frozen', new.session_id using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
