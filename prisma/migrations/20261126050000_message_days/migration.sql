alter table retention_policies
  add column message_days integer,
  add column message_days_at timestamptz(6),
  -- The shortest that the API takes: whoever writes the row, nothing goes sooner.
  add constraint retention_policies_message_days check (message_days >= 7);

-- Those who keep messages for less long than the host does: few of all.
create index if not exists retention_policies_message_days_idx
  on retention_policies (organisation_id) where message_days is not null;

-- The messages of one of them, by when they were over.
create index if not exists messages_organisation_id_over_idx
  on messages (organisation_id, coalesce(sent_at, cancelled_at, expires_at, created_at));
