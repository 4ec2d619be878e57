-- The addenda go on from the head of the session's frozen chain, and from nothing else.
-- Callers: the triggers of addenda_entries
create or replace function refuse_stray_addendum() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if not exists (
    select from public.audit_chains
    where organisation_id = new.organisation_id and session_id = new.session_id
      and frozen_at is not null and head_hash = new.prev_hash
  ) then
    raise exception 'the first addendum of session % does not follow its frozen chain', new.session_id
      using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
