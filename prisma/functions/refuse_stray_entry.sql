-- An entry follows the last one, and its chain's head has moved on to it with the same statement. Asked at the end of the
-- statement: one statement writes the head, the entries and their disclosures, in any order. What is within an older
-- head is there already, so that its key refuses a second one. The first addendum refuse_stray_addendum judges.
-- Callers: the triggers of addenda_entries, audit_entries, org_entries
create or replace function refuse_stray_entry() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  is_within boolean;
  last_hash text;
begin
  if tg_table_name = 'audit_entries' then
    select exists (
      select from public.audit_chains
      where organisation_id = new.organisation_id and session_id = new.session_id
        and head_sequence >= new.sequence
    ) into is_within;
    select hash into last_hash from public.audit_entries
    where organisation_id = new.organisation_id and session_id = new.session_id and sequence = new.sequence - 1;
  elsif tg_table_name = 'addenda_entries' then
    select exists (
      select from public.addenda_chains
      where organisation_id = new.organisation_id and session_id = new.session_id
        and head_sequence >= new.sequence
    ) into is_within;
    select hash into last_hash from public.addenda_entries
    where organisation_id = new.organisation_id and session_id = new.session_id and sequence = new.sequence - 1;
  else
    select exists (
      select from public.org_chains
      where organisation_id = new.organisation_id and head_sequence >= new.sequence
    ) into is_within;
    select hash into last_hash from public.org_entries
    where organisation_id = new.organisation_id and sequence = new.sequence - 1;
  end if;
  if new.sequence = 1 then
    last_hash := case when tg_table_name = 'addenda_entries' then new.prev_hash else repeat('0', 64) end;
  end if;
  if not is_within or last_hash is distinct from new.prev_hash then
    raise exception 'entry % of % does not follow the head of its chain', new.sequence, tg_table_name
      using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;
