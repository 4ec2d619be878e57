-- What a session came to, why, and when an operator said so last.
alter table "sessions"
  add column "outcome" text check ("outcome" in ('accepted', 'rejected', 'inconclusive')),
  add column "outcome_note" text not null default '',
  add column "outcome_set_at" timestamptz(6);
