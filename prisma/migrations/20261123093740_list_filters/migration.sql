-- Each filter of a list has an index with the list's order. Made before, concurrently, they are taken as they are.
create index if not exists sessions_organisation_id_status_created_at_id_idx
  on sessions (organisation_id, status, created_at desc, id desc);

create index if not exists evidence_organisation_id_kind_created_at_id_idx
  on evidence (organisation_id, kind, created_at desc, id desc);

create index if not exists events_organisation_id_session_id_created_at_id_idx
  on events (organisation_id, session_id, created_at desc, id desc);

-- The list of endpoints shows neither callbacks, which are as many as sessions, nor what was deleted.
create index if not exists webhook_endpoints_listed_idx on webhook_endpoints (organisation_id, created_at desc, id desc)
  where session_id is null and deleted_at is null;

-- Planned for any value, a filter is thought to find a share of the rows by how many values there are. Where a sample
-- saw one, that would be all rows, and an index without the filter as good.
alter table sessions
  alter column status set (n_distinct = 5),
  alter column campaign_id set (n_distinct = 100),
  alter column reference set (n_distinct = -0.1);
alter table evidence alter column kind set (n_distinct = 7);
alter table webhook_deliveries alter column event_type set (n_distinct = 20);

-- What the two above serve, too. Last, since nobody reads a table while it loses an index.
drop index events_session_id_idx, webhook_endpoints_organisation_id_created_at_id_idx;
