-- Sessions whose report goes to recipients, by when it was ready: the sweep looks at the last week's for a lost job.
create index if not exists sessions_shared_idx on sessions (completed_at)
  where completed_at is not null and report_recipients <> '[]';
