-- What a session asks for, and what each session of a campaign asks for that has no shots of its own.
alter table "campaigns" add column "shots" jsonb not null default '[]';

alter table "sessions" add column "shots" jsonb not null default '[]';
