-- What an operator found on a photo, who said it and when, last. Of what people wrote the planner keeps no statistics.
alter table evidence
  add column finding text not null default '',
  add column finding_author text not null default '',
  add column finding_set_at timestamptz(6);
alter table evidence
  alter column finding set statistics 0,
  alter column finding_author set statistics 0;
