-- AlterTable
ALTER TABLE "organisations" ADD COLUMN     "callback_secret_sealed" TEXT,
ADD COLUMN     "previous_callback_secret_expires_at" TIMESTAMPTZ(6),
ADD COLUMN     "previous_callback_secret_sealed" TEXT;

-- AlterTable
ALTER TABLE "participants" ADD COLUMN     "send_sms" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "reference" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "type" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "webhook_endpoints" ADD COLUMN     "session_id" UUID;

-- CreateTable
CREATE TABLE "frozen_heads" (
    "head_hash" TEXT NOT NULL,
    "organisation_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "frozen_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "frozen_heads_pkey" PRIMARY KEY ("head_hash")
);

-- CreateTable
CREATE TABLE "anchors" (
    "organisation_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "authority" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "nonce" BYTEA NOT NULL,
    "attempt_count" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "gen_time" TIMESTAMPTZ(6),
    "serial" TEXT,
    "policy" TEXT,
    "token" BYTEA,
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "anchored_at" TIMESTAMPTZ(6),

    CONSTRAINT "anchors_pkey" PRIMARY KEY ("organisation_id","session_id","authority")
);

-- CreateTable
CREATE TABLE "evidence" (
    "organisation_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "participant_id" UUID,
    "kind" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "mime" TEXT NOT NULL,
    "byte_size" BIGINT,
    "sha256" TEXT,
    "announced_sha256" TEXT,
    "captured_at" TIMESTAMPTZ(6),
    "received_at" TIMESTAMPTZ(6),
    "lat_e7" INTEGER,
    "lon_e7" INTEGER,
    "accuracy_cm" INTEGER,
    "slot" TEXT NOT NULL DEFAULT '',
    "annotates" UUID,
    "whiteboard_id" UUID,
    "version" INTEGER,
    "width" INTEGER,
    "height" INTEGER,
    "failure_code" TEXT,
    "failure_message" TEXT,
    "upload_length" BIGINT,
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "updated_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "evidence_pkey" PRIMARY KEY ("organisation_id","id")
);

-- CreateTable
CREATE TABLE "evidence_derivatives" (
    "organisation_id" UUID NOT NULL,
    "evidence_id" UUID NOT NULL,
    "variant" TEXT NOT NULL,
    "mime" TEXT NOT NULL,
    "byte_size" BIGINT NOT NULL,
    "sha256" TEXT NOT NULL,
    "width" INTEGER,
    "height" INTEGER,

    CONSTRAINT "evidence_derivatives_pkey" PRIMARY KEY ("organisation_id","evidence_id","variant")
);

-- CreateTable
CREATE TABLE "whiteboards" (
    "organisation_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "updated_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "whiteboards_pkey" PRIMARY KEY ("organisation_id","id")
);

-- CreateIndex
CREATE INDEX "evidence_organisation_id_created_at_id_idx" ON "evidence"("organisation_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "evidence_organisation_id_session_id_created_at_id_idx" ON "evidence"("organisation_id", "session_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "evidence_id_idx" ON "evidence"("id");

-- CreateIndex
CREATE UNIQUE INDEX "evidence_organisation_id_whiteboard_id_version_key" ON "evidence"("organisation_id", "whiteboard_id", "version");

-- CreateIndex
CREATE INDEX "whiteboards_organisation_id_created_at_id_idx" ON "whiteboards"("organisation_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "whiteboards_organisation_id_session_id_created_at_id_idx" ON "whiteboards"("organisation_id", "session_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "webhook_endpoints_organisation_id_session_id_idx" ON "webhook_endpoints"("organisation_id", "session_id");

-- AddForeignKey
ALTER TABLE "anchors" ADD CONSTRAINT "anchors_organisation_id_session_id_fkey" FOREIGN KEY ("organisation_id", "session_id") REFERENCES "audit_chains"("organisation_id", "session_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "evidence" ADD CONSTRAINT "evidence_organisation_id_session_id_fkey" FOREIGN KEY ("organisation_id", "session_id") REFERENCES "sessions"("organisation_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "evidence" ADD CONSTRAINT "evidence_organisation_id_participant_id_fkey" FOREIGN KEY ("organisation_id", "participant_id") REFERENCES "participants"("organisation_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "evidence" ADD CONSTRAINT "evidence_organisation_id_whiteboard_id_fkey" FOREIGN KEY ("organisation_id", "whiteboard_id") REFERENCES "whiteboards"("organisation_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "evidence" ADD CONSTRAINT "evidence_organisation_id_annotates_fkey" FOREIGN KEY ("organisation_id", "annotates") REFERENCES "evidence"("organisation_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "evidence_derivatives" ADD CONSTRAINT "evidence_derivatives_organisation_id_evidence_id_fkey" FOREIGN KEY ("organisation_id", "evidence_id") REFERENCES "evidence"("organisation_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "whiteboards" ADD CONSTRAINT "whiteboards_organisation_id_session_id_fkey" FOREIGN KEY ("organisation_id", "session_id") REFERENCES "sessions"("organisation_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_organisation_id_session_id_fkey" FOREIGN KEY ("organisation_id", "session_id") REFERENCES "sessions"("organisation_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What the schema language can't say. Each constraint is something that must never be, whatever the code does.

alter table evidence
  add constraint evidence_kind check (
    kind in ('photo', 'annotation', 'whiteboard', 'clip', 'recording', 'document')
  ),
  add constraint evidence_status check (status in ('pending', 'uploading', 'ready', 'failed')),
  -- What is received has its size, its hash and its time; what is still on its way has none of them.
  add constraint evidence_received check (
    (sha256 is null) = (received_at is null) and (sha256 is null) = (byte_size is null)
    and (status not in ('pending', 'ready') or sha256 is not null)
    and (status <> 'uploading' or sha256 is null)
  ),
  add constraint evidence_sha256 check (sha256 ~ '^[0-9a-f]{64}$'),
  add constraint evidence_failure check ((failure_code is null) = (failure_message is null)),
  add constraint evidence_place check (
    (lat_e7 is null) = (lon_e7 is null)
    and lat_e7 between -900000000 and 900000000 and lon_e7 between -1800000000 and 1800000000
  ),
  add constraint evidence_annotation check ((kind = 'annotation') = (annotates is not null)),
  add constraint evidence_whiteboard check (
    (kind = 'whiteboard') = (whiteboard_id is not null) and (whiteboard_id is null) = (version is null)
  );

-- What is still on its way is few; a sweep looks for what was left behind.
create index evidence_uploading_idx on evidence (created_at) where status in ('uploading', 'pending');

alter table evidence_derivatives
  add constraint evidence_derivatives_variant check (variant in ('display', 'thumbnail'));

alter table anchors
  add constraint anchors_status check (status in ('pending', 'anchored', 'failed')),
  add constraint anchors_anchored check (
    (status = 'anchored') = (token is not null)
    and (token is null) = (gen_time is null) and (token is null) = (serial is null)
    and (token is null) = (anchored_at is null)
  );

-- A token is evidence: once it is there it stays.
create trigger anchors_held
  before update or delete on anchors
  for each row when (old.status = 'anchored') execute function refuse_change();

create trigger frozen_heads_append_only
  before update or delete on frozen_heads
  for each row execute function refuse_change();

alter table organisations
  add constraint organisations_callback_secret check (
    previous_callback_secret_sealed is null or callback_secret_sealed is not null
  );

-- No types mean all of them, of the whole organisation: a callback names its own.
alter table webhook_endpoints
  add constraint webhook_endpoints_callback check (session_id is null or event_types <> '{}');

-- What still waits for an authority is little beside what is anchored; /metrics asks for it.
create index anchors_pending_idx on anchors (created_at) where status = 'pending';

-- Chains that were frozen before their heads could be looked up.
insert into frozen_heads (head_hash, organisation_id, session_id, frozen_at)
select head_hash, organisation_id, session_id, frozen_at
from audit_chains
where frozen_at is not null
on conflict do nothing;
