-- What the chain says of a row stays in it as it was written.
-- Callers: the triggers of addenda_anchors, addenda_chains, anchors, audit_chains, evidence, org_anchors, org_chains, whiteboard_anchors
create or replace function refuse_held_change() returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  raise exception 'what is written in % stays', tg_table_name using errcode = 'restrict_violation';
end
$$;
