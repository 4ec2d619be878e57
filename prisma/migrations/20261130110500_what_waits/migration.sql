-- Two lists of what waits: closed sessions of which nobody has said what they came to, and those with an appointment.
create index if not exists sessions_unjudged_idx on sessions (organisation_id, created_at desc, id desc)
  where outcome is null and status = 'closed';

create index if not exists sessions_scheduled_idx on sessions (organisation_id, created_at desc, id desc)
  where scheduled_for is not null;
