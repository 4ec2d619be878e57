-- functions: 1d2a1f0c0302dd731de30a30117c039b0a48d94914e83b605aef008e74f38fa8

-- An endpoint that waits for a place of its organisation. Processes of the release before don't read it: while they run,
-- what waits goes on when a process of this one looks.
create table webhook_waits (
  organisation_id uuid not null,
  endpoint_id uuid not null,
  since timestamptz(6) not null,
  id uuid not null default gen_random_uuid()
);

create index webhook_waits_organisation_id_since_idx on webhook_waits (organisation_id, since);

-- The youngest index, as of the other tables that claims read: before the first analyze the planner takes that one where
-- several begin with the organisation.
alter table webhook_waits
  add constraint webhook_waits_pkey primary key (organisation_id, endpoint_id, since, id);
