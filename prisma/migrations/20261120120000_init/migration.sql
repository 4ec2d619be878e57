-- CreateTable
CREATE TABLE "audit_chains" (
    "organisation_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "head_sequence" INTEGER NOT NULL,
    "head_hash" TEXT NOT NULL,
    "frozen_at" TIMESTAMPTZ(6),

    CONSTRAINT "audit_chains_pkey" PRIMARY KEY ("organisation_id","session_id")
);

-- CreateTable
CREATE TABLE "audit_entries" (
    "organisation_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "sequence" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "occurred_at" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "prev_hash" TEXT NOT NULL,
    "hash" TEXT NOT NULL,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("organisation_id","session_id","sequence")
);

-- CreateTable
CREATE TABLE "audit_disclosures" (
    "organisation_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "sequence" INTEGER NOT NULL,
    "field" TEXT NOT NULL,
    "salt" TEXT NOT NULL,
    "value" JSONB NOT NULL,

    CONSTRAINT "audit_disclosures_pkey" PRIMARY KEY ("organisation_id","session_id","sequence","field")
);

-- CreateTable
CREATE TABLE "credentials" (
    "organisation_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "scopes" TEXT[],
    "operator_email" TEXT NOT NULL,
    "rate_limit" INTEGER NOT NULL DEFAULT 60,
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "last_used_at" TIMESTAMPTZ(6),
    "expires_at" TIMESTAMPTZ(6),
    "revoked_at" TIMESTAMPTZ(6),

    CONSTRAINT "credentials_pkey" PRIMARY KEY ("organisation_id","id")
);

-- CreateTable
CREATE TABLE "credential_keys" (
    "key_hash" BYTEA NOT NULL,
    "organisation_id" UUID NOT NULL,
    "credential_id" UUID NOT NULL,

    CONSTRAINT "credential_keys_pkey" PRIMARY KEY ("key_hash")
);

-- CreateTable
CREATE UNLOGGED TABLE "rate_windows" (
    "subject_id" UUID NOT NULL,
    "window_start" BIGINT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "rate_windows_pkey" PRIMARY KEY ("subject_id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "organisation_id" UUID NOT NULL,
    "key_hash" BYTEA NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "status" INTEGER NOT NULL,
    "body_sealed" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("organisation_id","key_hash")
);

-- CreateSequence
-- Of its own: the sequence of an unlogged table starts again after a crash, and readers count on its order.
CREATE SEQUENCE "media_signal_ids";

-- CreateTable
CREATE UNLOGGED TABLE "media_signals" (
    "id" BIGINT NOT NULL DEFAULT nextval('media_signal_ids'::regclass),
    "room" UUID NOT NULL,
    "origin" UUID,
    "event" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "media_signals_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE UNLOGGED TABLE "media_peers" (
    "room" UUID NOT NULL,
    "identity" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "connection_id" UUID NOT NULL,
    "seen_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "media_peers_pkey" PRIMARY KEY ("room","identity")
);

-- CreateTable
CREATE TABLE "messages" (
    "organisation_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "session_id" UUID,
    "participant_id" UUID,
    "endpoint_id" UUID,
    "kind" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "secret_sealed" TEXT,
    "dedupe_key" TEXT NOT NULL,
    "attempt_count" INTEGER NOT NULL DEFAULT 0,
    "lease_until" TIMESTAMPTZ(6),
    "expires_at" TIMESTAMPTZ(6),
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "sent_at" TIMESTAMPTZ(6),
    "cancelled_at" TIMESTAMPTZ(6),

    CONSTRAINT "messages_pkey" PRIMARY KEY ("organisation_id","id")
);

-- CreateTable
CREATE TABLE "message_windows" (
    "subject" BYTEA NOT NULL,
    "window_start" BIGINT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "message_windows_pkey" PRIMARY KEY ("subject")
);

-- CreateTable
CREATE TABLE "organisations" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "plan" TEXT NOT NULL,
    "subscription_status" TEXT NOT NULL DEFAULT 'active',
    "locale" TEXT NOT NULL DEFAULT 'en',
    "rate_limit" INTEGER NOT NULL DEFAULT 600,
    "inspections_used" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "organisations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "participants" (
    "organisation_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "role" TEXT NOT NULL DEFAULT 'field',
    "recipient_first_name" TEXT NOT NULL,
    "recipient_last_name" TEXT NOT NULL,
    "recipient_email" TEXT NOT NULL,
    "recipient_phone" TEXT NOT NULL,
    "send_email" BOOLEAN NOT NULL,
    "ttl_minutes" INTEGER NOT NULL,
    "issue" INTEGER NOT NULL DEFAULT 1,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,
    "token_sealed" TEXT,
    "otp_hmac" BYTEA,
    "otp_expires_at" TIMESTAMPTZ(6),
    "otp_attempts" INTEGER NOT NULL DEFAULT 0,
    "pin" BYTEA,
    "joined_at" TIMESTAMPTZ(6),
    "revoked_at" TIMESTAMPTZ(6),
    "created_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "participants_pkey" PRIMARY KEY ("organisation_id","id")
);

-- CreateTable
CREATE TABLE "invite_tokens" (
    "token_hash" BYTEA NOT NULL,
    "organisation_id" UUID NOT NULL,
    "participant_id" UUID NOT NULL,
    "issue" INTEGER NOT NULL,

    CONSTRAINT "invite_tokens_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "field_session_tokens" (
    "token_hash" BYTEA NOT NULL,
    "organisation_id" UUID NOT NULL,
    "participant_id" UUID NOT NULL,
    "issue" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "field_session_tokens_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "campaigns" (
    "organisation_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "campaigns_pkey" PRIMARY KEY ("organisation_id","id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "organisation_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "status" TEXT NOT NULL,
    "operator_email" TEXT NOT NULL,
    "scheduled_for" TIMESTAMPTZ(6),
    "started_at" TIMESTAMPTZ(6),
    "ended_at" TIMESTAMPTZ(6),
    "notes" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "consent_camera" TEXT NOT NULL DEFAULT 'pending',
    "consent_gps" TEXT NOT NULL DEFAULT 'pending',
    "campaign_id" UUID,
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "updated_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("organisation_id","id")
);

-- CreateTable
CREATE TABLE "webhook_endpoints" (
    "organisation_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "event_types" TEXT[],
    "active" BOOLEAN NOT NULL DEFAULT true,
    "secret_sealed" TEXT NOT NULL,
    "previous_secret_sealed" TEXT,
    "previous_secret_expires_at" TIMESTAMPTZ(6),
    "last_sequence" BIGINT NOT NULL DEFAULT 0,
    "failing_since" TIMESTAMPTZ(6),
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "deleted_at" TIMESTAMPTZ(6),

    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("organisation_id","id")
);

-- CreateTable
CREATE TABLE "events" (
    "organisation_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "session_id" UUID,
    "data" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "events_pkey" PRIMARY KEY ("organisation_id","id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "organisation_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "event_type" TEXT NOT NULL,
    "sequence" BIGINT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "attempt_count" INTEGER NOT NULL DEFAULT 0,
    "failure_count" INTEGER NOT NULL DEFAULT 0,
    "response_status" INTEGER,
    "next_attempt_at" TIMESTAMPTZ(6),
    "lease_until" TIMESTAMPTZ(6),
    "parked" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "delivered_at" TIMESTAMPTZ(6),

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("organisation_id","id")
);

-- CreateTable
CREATE TABLE "webhook_attempts" (
    "organisation_id" UUID NOT NULL,
    "delivery_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "outcome" TEXT NOT NULL DEFAULT 'in_progress',
    "response_status" INTEGER,
    "error_class" TEXT,
    "error" TEXT,
    "response_excerpt" TEXT,
    "duration_ms" INTEGER,
    "started_at" TIMESTAMPTZ(6) NOT NULL,
    "finished_at" TIMESTAMPTZ(6),

    CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("organisation_id","delivery_id","number")
);

-- CreateTable
CREATE TABLE "worker_processes" (
    "id" TEXT NOT NULL,
    "heartbeat_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "worker_processes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "idempotency_keys_expires_at_idx" ON "idempotency_keys"("expires_at");

-- CreateIndex
CREATE INDEX "media_signals_created_at_idx" ON "media_signals"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "media_peers_connection_id_key" ON "media_peers"("connection_id");

-- CreateIndex
CREATE INDEX "messages_organisation_id_session_id_idx" ON "messages"("organisation_id", "session_id");

-- CreateIndex
CREATE UNIQUE INDEX "messages_organisation_id_dedupe_key_key" ON "messages"("organisation_id", "dedupe_key");

-- CreateIndex
CREATE INDEX "participants_organisation_id_session_id_created_at_id_idx" ON "participants"("organisation_id", "session_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "campaigns_organisation_id_created_at_id_idx" ON "campaigns"("organisation_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "sessions_id_idx" ON "sessions"("id");

-- CreateIndex
CREATE INDEX "sessions_organisation_id_created_at_id_idx" ON "sessions"("organisation_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "sessions_organisation_id_campaign_id_created_at_id_idx" ON "sessions"("organisation_id", "campaign_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "webhook_endpoints_organisation_id_created_at_id_idx" ON "webhook_endpoints"("organisation_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "events_created_at_idx" ON "events"("created_at");

-- CreateIndex
CREATE INDEX "webhook_deliveries_organisation_id_created_at_id_idx" ON "webhook_deliveries"("organisation_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "webhook_deliveries_organisation_id_event_id_idx" ON "webhook_deliveries"("organisation_id", "event_id");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_deliveries_organisation_id_endpoint_id_sequence_key" ON "webhook_deliveries"("organisation_id", "endpoint_id", "sequence");

-- AddForeignKey
ALTER TABLE "audit_chains" ADD CONSTRAINT "audit_chains_organisation_id_session_id_fkey" FOREIGN KEY ("organisation_id", "session_id") REFERENCES "sessions"("organisation_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_organisation_id_session_id_fkey" FOREIGN KEY ("organisation_id", "session_id") REFERENCES "audit_chains"("organisation_id", "session_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "credential_keys" ADD CONSTRAINT "credential_keys_organisation_id_credential_id_fkey" FOREIGN KEY ("organisation_id", "credential_id") REFERENCES "credentials"("organisation_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "messages" ADD CONSTRAINT "messages_organisation_id_session_id_fkey" FOREIGN KEY ("organisation_id", "session_id") REFERENCES "sessions"("organisation_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "messages" ADD CONSTRAINT "messages_organisation_id_participant_id_fkey" FOREIGN KEY ("organisation_id", "participant_id") REFERENCES "participants"("organisation_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "messages" ADD CONSTRAINT "messages_organisation_id_endpoint_id_fkey" FOREIGN KEY ("organisation_id", "endpoint_id") REFERENCES "webhook_endpoints"("organisation_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "participants" ADD CONSTRAINT "participants_organisation_id_session_id_fkey" FOREIGN KEY ("organisation_id", "session_id") REFERENCES "sessions"("organisation_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invite_tokens" ADD CONSTRAINT "invite_tokens_organisation_id_participant_id_fkey" FOREIGN KEY ("organisation_id", "participant_id") REFERENCES "participants"("organisation_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "field_session_tokens" ADD CONSTRAINT "field_session_tokens_organisation_id_participant_id_fkey" FOREIGN KEY ("organisation_id", "participant_id") REFERENCES "participants"("organisation_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_organisation_id_campaign_id_fkey" FOREIGN KEY ("organisation_id", "campaign_id") REFERENCES "campaigns"("organisation_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "events" ADD CONSTRAINT "events_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_organisation_id_endpoint_id_fkey" FOREIGN KEY ("organisation_id", "endpoint_id") REFERENCES "webhook_endpoints"("organisation_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_organisation_id_event_id_fkey" FOREIGN KEY ("organisation_id", "event_id") REFERENCES "events"("organisation_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_organisation_id_delivery_id_fkey" FOREIGN KEY ("organisation_id", "delivery_id") REFERENCES "webhook_deliveries"("organisation_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What the schema language can't say. Each constraint is something that must never be, whatever the code does.

-- Ids that a statement makes for rows whose number it does not know beforehand: UUIDv7 (RFC 9562).
create function uuid_v7() returns uuid
language sql volatile parallel safe
as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
        from 1 for 6),
      52, 1), 53, 1),
    'hex')::uuid
$$;

-- The states of specification 3.1; a session that nobody joined has no start, an ended one has its end.
alter table sessions
  add constraint sessions_status check (status in ('created', 'open', 'recording', 'closed', 'expired')),
  add constraint sessions_started check (started_at is not null or status in ('created', 'closed', 'expired')),
  add constraint sessions_ended check ((ended_at is not null) = (status = 'closed')),
  add constraint sessions_consent check (
    consent_camera in ('pending', 'granted', 'denied', 'revoked')
    and consent_gps in ('pending', 'granted', 'denied', 'revoked')
  );

alter table organisations
  add constraint organisations_plan check (plan in ('free', 'pilot', 'pro', 'enterprise')),
  add constraint organisations_subscription check (subscription_status in ('active', 'past_due')),
  add constraint organisations_inspections check (inspections_used >= 0),
  add constraint organisations_rate_limit check (rate_limit > 0);

alter table credentials add constraint credentials_rate_limit check (rate_limit > 0);

-- No more than five codes are ever evaluated (specification 3.2).
alter table participants
  add constraint participants_otp_attempts check (otp_attempts between 0 and 5),
  add constraint participants_otp check ((otp_hmac is null) = (otp_expires_at is null)),
  add constraint participants_pin check ((pin is null) = (joined_at is null)),
  add constraint participants_send_email check (not send_email or recipient_email <> ''),
  add constraint participants_ttl check (ttl_minutes between 1 and 10080);

-- The states of specification 3.3.
alter table webhook_deliveries
  add constraint webhook_deliveries_status check (status in ('pending', 'delivered', 'failed', 'dropped')),
  add constraint webhook_deliveries_delivered check ((delivered_at is not null) = (status = 'delivered')),
  add constraint webhook_deliveries_due check ((next_attempt_at is not null) = (status in ('pending', 'failed'))),
  add constraint webhook_deliveries_sequence check (sequence > 0);

alter table webhook_attempts
  add constraint webhook_attempts_outcome check (outcome in ('in_progress', 'delivered', 'failed', 'interrupted'));

-- Only what is still due is looked up by its time: the sweep reads neither the delivered ones nor what waits
-- for a paused endpoint, however much that is.
create index webhook_deliveries_due_idx on webhook_deliveries (next_attempt_at)
  where next_attempt_at is not null and not parked;

-- How many attempts an endpoint has under way, and what waits for one of them to end.
create index webhook_deliveries_leased_idx on webhook_deliveries (organisation_id, endpoint_id)
  where lease_until is not null;
create index webhook_deliveries_parked_idx on webhook_deliveries (organisation_id, endpoint_id, next_attempt_at)
  where parked and next_attempt_at is not null;

-- An endpoint as it is now, what it has under way and who waits longest for it, under a lock that is held until
-- the commit: who claims an attempt, who ends one and who sets the endpoint going again take turns, so that
-- none can overlook the other. A function, since within one statement nothing else sees what was committed
-- while it waited for the lock.
create function lock_webhook_gate(organisation uuid, endpoint uuid)
returns table (active boolean, leased bigint, parked_since timestamptz)
language plpgsql volatile
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(endpoint::text, 0));
  return query
    select w.active and w.deleted_at is null,
      (
        select count(*) from webhook_deliveries d
        where d.organisation_id = organisation and d.endpoint_id = endpoint and d.lease_until > clock_timestamp()
      ),
      (
        select min(d.next_attempt_at) from webhook_deliveries d
        where d.organisation_id = organisation and d.endpoint_id = endpoint
          and d.parked and d.next_attempt_at is not null
      )
    from webhook_endpoints w
    where w.organisation_id = organisation and w.id = endpoint;
end
$$;

-- Takes what waits longest for an active endpoint out of the parked ones, under the same lock. The caller gives
-- each a job.
create function take_parked_deliveries(organisation uuid, endpoint uuid, places bigint)
returns table (organisation_id uuid, delivery_id uuid, attempt_count int, next_attempt_at timestamptz)
language plpgsql volatile
as $$
#variable_conflict use_column
begin
  perform pg_advisory_xact_lock(hashtextextended(endpoint::text, 0));
  -- Mostly nothing waits, and to look costs a tenth of an update that finds nothing.
  if not exists (
    select from webhook_deliveries p
    where p.organisation_id = organisation and p.endpoint_id = endpoint
      and p.parked and p.next_attempt_at is not null
  ) then
    return;
  end if;
  return query
    update webhook_deliveries d
    set parked = false
    from (
      select p.id from webhook_deliveries p
      where p.organisation_id = organisation and p.endpoint_id = endpoint
        and p.parked and p.next_attempt_at is not null
        and exists (
          select from webhook_endpoints w
          where w.organisation_id = organisation and w.id = endpoint and w.active and w.deleted_at is null
        )
      order by p.next_attempt_at, p.sequence
      limit places
      for no key update skip locked
    ) next
    where d.organisation_id = organisation and d.id = next.id
    returning d.organisation_id, d.id, d.attempt_count, d.next_attempt_at;
end
$$;

-- A recovery reads what was not delivered to an endpoint, batch by batch, among a month of what was.
create index webhook_deliveries_undelivered_idx on webhook_deliveries (organisation_id, endpoint_id, sequence)
  where status in ('failed', 'dropped');

-- An endpoint that is deleted or active again looks for what is still due to it, among a month of deliveries.
create index webhook_deliveries_open_idx on webhook_deliveries (organisation_id, endpoint_id, next_attempt_at)
  where next_attempt_at is not null;

alter table messages
  add constraint messages_channel check (channel in ('email', 'sms')),
  -- Each is about a session or about a webhook endpoint.
  add constraint messages_subject check ((session_id is null) = (endpoint_id is not null)),
  add constraint messages_secret check (secret_sealed is null or (sent_at is null and cancelled_at is null));

-- The audit chain is evidence: what is written stays. Redaction deletes disclosures, never entries.
alter table audit_entries add constraint audit_entries_sequence check (sequence > 0);

create function refuse_change() returns trigger
language plpgsql
as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;

create trigger audit_entries_append_only
  before update or delete on audit_entries
  for each row execute function refuse_change();

create trigger audit_entries_no_truncate
  before truncate on audit_entries
  for each statement execute function refuse_change();

-- A frozen chain stays as it is.
create function refuse_frozen_change() returns trigger
language plpgsql
as $$
begin
  raise exception 'the audit chain of session % is frozen', old.session_id using errcode = 'restrict_violation';
end
$$;

create trigger audit_chains_frozen
  before update or delete on audit_chains
  for each row when (old.frozen_at is not null) execute function refuse_frozen_change();

-- It takes no more entries. The one that it is frozen with is within its head already.
create function refuse_late_entry() returns trigger
language plpgsql
as $$
begin
  if exists (
    select from audit_chains
    where organisation_id = new.organisation_id and session_id = new.session_id
      and frozen_at is not null and head_sequence < new.sequence
  ) then
    raise exception 'the audit chain of session % is frozen', new.session_id using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

create trigger audit_entries_in_time
  before insert on audit_entries
  for each row execute function refuse_late_entry();
