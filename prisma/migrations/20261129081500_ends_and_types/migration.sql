-- Sessions are found by their type, and by what they came to. Most have neither, and are in neither index.
create index if not exists sessions_type_idx on sessions (organisation_id, type, created_at desc, id desc)
  where type <> '';

create index if not exists sessions_outcome_idx on sessions (organisation_id, outcome, created_at desc, id desc)
  where outcome is not null;

-- As for the other filters: planned for any value, one that a sample has not seen must not be thought to be all rows.
alter table sessions
  alter column "type" set (n_distinct = 100),
  alter column outcome set (n_distinct = 3);
