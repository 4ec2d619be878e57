-- CreateTable
CREATE TABLE "webhook_recoveries" (
    "organisation_id" UUID NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "since" TIMESTAMPTZ(6) NOT NULL,
    "after_sequence" BIGINT NOT NULL,

    CONSTRAINT "webhook_recoveries_pkey" PRIMARY KEY ("organisation_id","endpoint_id","since")
);

-- Each minute is asked which facts wait for work that no job does. Each index holds the few that are still to be done.
create index messages_unsent_idx on messages (created_at) where sent_at is null and cancelled_at is null;

create index sessions_waiting_idx on sessions (scheduled_for) where status = 'created' and scheduled_for is not null;

create index addenda_chains_unanchored_idx on addenda_chains (session_id) where head_sequence > anchored_sequence;

create index reports_open_idx on reports (created_at) where status in ('queued', 'rendering');

create index evidence_drawings_idx on evidence (created_at) where mime = 'application/json';

create index webhook_endpoints_unreported_idx on webhook_endpoints (paused_at)
  where not active and deleted_at is null and paused_at is distinct from pause_reported_at;
