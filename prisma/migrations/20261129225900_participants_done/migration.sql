-- When the field person said that they are done.
alter table participants
  add column done_at timestamptz(6);
