-- What is written stays. Redaction deletes disclosures, never entries.
-- Callers: the triggers of addenda_anchors, addenda_entries, anchors, audit_entries, frozen_heads, org_anchors, org_entries
create or replace function refuse_change() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;
