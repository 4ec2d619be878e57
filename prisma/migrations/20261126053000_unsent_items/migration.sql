-- What the device of a participant still holds, as it said last, and when it said so.
alter table participants
  add column unsent_items integer,
  add column unsent_items_at timestamptz(6),
  -- Not valid: nothing of the table is read for it.
  add constraint participants_unsent_items check (unsent_items between 0 and 10000) not valid;

-- The sum of theirs, so that whoever reads a session reads no participants.
alter table sessions
  add column unsent_items integer not null default 0;
