-- Whoever verifies is led from a head to its chain by this row alone: it names a chain that is frozen with that head.
-- Asked at the end of the statement, which freezes the chain, too.
-- Callers: the triggers of frozen_heads
create or replace function refuse_stray_frozen_head() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  if not exists (
    select from public.audit_chains
    where organisation_id = new.organisation_id and session_id = new.session_id
      and head_hash = new.head_hash and frozen_at = new.frozen_at
  ) then
    raise exception 'the chain of session % is not frozen with this head', new.session_id
      using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;
