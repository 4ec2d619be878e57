-- A head only moves forward, and is the last entry: its hash is that entry's. It moves with the statement that writes the
-- entries, which is over when this is asked. An organisation's chain begins before its first entry.
-- Callers: the triggers of addenda_chains, audit_chains, org_chains
create or replace function refuse_stray_head() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  last_hash text;
begin
  if tg_table_name = 'audit_chains' then
    select hash into last_hash from public.audit_entries
    where organisation_id = new.organisation_id and session_id = new.session_id and sequence = new.head_sequence;
  elsif tg_table_name = 'addenda_chains' then
    select hash into last_hash from public.addenda_entries
    where organisation_id = new.organisation_id and session_id = new.session_id and sequence = new.head_sequence;
  elsif new.head_sequence = 0 then
    last_hash := repeat('0', 64);
  else
    select hash into last_hash from public.org_entries
    where organisation_id = new.organisation_id and sequence = new.head_sequence;
  end if;
  if last_hash is distinct from new.head_hash or (tg_op = 'UPDATE' and new.head_sequence <= old.head_sequence) then
    raise exception 'the head % of % is not the entry that was added last', new.head_sequence, tg_table_name
      using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;
