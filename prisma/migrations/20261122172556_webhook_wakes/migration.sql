-- functions: c9a238ff319128c98fef28fcc27af390cbb71a43f8915351ac61114479e981b1

-- Workers claim what is due straight from the queue; a wake says which endpoint to look at, and when. Rows of it are
-- written and deleted, never changed, and no two writers want the same.
create table webhook_wakes (
    due_at timestamptz(6) not null,
    id uuid not null default gen_random_uuid(),
    organisation_id uuid not null,
    endpoint_id uuid not null,

    constraint webhook_wakes_pkey primary key (due_at, id)
);

-- What is queued already, also what the release before has parked. What its processes queue from now on has jobs, and
-- those write wakes.
insert into webhook_wakes (organisation_id, endpoint_id, due_at)
select distinct organisation_id, endpoint_id, due_at from webhook_queue;

-- A claim reads of an endpoint what waits longest, however much waits behind it.
drop index webhook_queue_due_idx, webhook_queue_parked_idx;

create index webhook_queue_organisation_id_endpoint_id_due_at_sequence_idx
  on webhook_queue (organisation_id, endpoint_id, due_at, sequence);
