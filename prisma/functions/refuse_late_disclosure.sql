-- What a commitment stands for is disclosed by the transaction that writes its entry, or never again: what a redaction has
-- deleted does not come back in other words. A savepoint has a number of its own, so that both are written outside of one.
-- Callers: the triggers of addenda_disclosures, audit_disclosures, org_disclosures
create or replace function refuse_late_disclosure() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  wrote_entry boolean;
begin
  if tg_table_name = 'audit_disclosures' then
    select xmin = pg_current_xact_id()::xid into wrote_entry from public.audit_entries
    where organisation_id = new.organisation_id and session_id = new.session_id and sequence = new.sequence;
  elsif tg_table_name = 'addenda_disclosures' then
    select xmin = pg_current_xact_id()::xid into wrote_entry from public.addenda_entries
    where organisation_id = new.organisation_id and session_id = new.session_id and sequence = new.sequence;
  else
    select xmin = pg_current_xact_id()::xid into wrote_entry from public.org_entries
    where organisation_id = new.organisation_id and sequence = new.sequence;
  end if;
  if wrote_entry is not true then
    raise exception '% come with their entry', tg_table_name using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;
