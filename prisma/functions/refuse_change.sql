-- What is written stays. Redaction deletes disclosures, never entries.
-- Callers: the triggers of addenda_anchors, addenda_disclosures, addenda_entries, anchors, audit_disclosures, audit_entries, frozen_heads, org_anchors, org_disclosures, org_entries, template_versions, whiteboard_anchors
create or replace function refuse_change() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;
