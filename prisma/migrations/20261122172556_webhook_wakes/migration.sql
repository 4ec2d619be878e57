-- functions: 71de5a0774e259382b8edc98e4d81a5c5d563f72b8c635d76e5e427053e27487

-- Workers claim what is due straight from the queue; a wake says which endpoint to look at, and when. Rows of it are
-- written and deleted, never changed, and no two writers want the same.
create table webhook_wakes (
    organisation_id uuid not null,
    endpoint_id uuid not null,
    due_at timestamptz(6) not null,
    id uuid not null default gen_random_uuid()
);

create index webhook_wakes_due_at_idx on webhook_wakes (due_at);

-- In this order: one look takes all away that its endpoint has. Made last: before the first analyze the planner takes
-- the youngest of several indexes that cost the same, and a worker keeps that plan.
alter table webhook_wakes
  add constraint webhook_wakes_pkey primary key (organisation_id, endpoint_id, due_at, id);

-- What is queued already, also what the release before has parked. What its processes queue from now on has jobs, and
-- those write wakes.
insert into webhook_wakes (organisation_id, endpoint_id, due_at)
select distinct organisation_id, endpoint_id, due_at from webhook_queue;

-- A claim reads of an endpoint what waits longest, however much waits behind it.
drop index webhook_queue_due_idx, webhook_queue_parked_idx;

create index webhook_queue_organisation_id_endpoint_id_due_at_sequence_idx
  on webhook_queue (organisation_id, endpoint_id, due_at, sequence);

alter table webhook_queue
  drop constraint webhook_queue_pkey,
  add constraint webhook_queue_pkey primary key (organisation_id, endpoint_id, delivery_id);
