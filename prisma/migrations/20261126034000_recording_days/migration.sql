alter table retention_policies
  add column recording_days integer,
  add column recording_days_at timestamptz(6),
  -- The shortest that the API takes: whoever writes the row, nothing goes sooner.
  add constraint retention_policies_recording_days check (recording_days >= 7);

-- The recordings that are still there, by when they were made: what is erased is in nobody's way.
create index if not exists evidence_kept_recordings_idx
  on evidence (organisation_id, created_at, id)
  where kind in ('recording', 'clip') and sha256 is not null and erased_at is null;
