-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "completed_at" TIMESTAMPTZ(6);

-- CreateTable
CREATE TABLE "reports" (
    "organisation_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'queued',
    "completes_session" BOOLEAN NOT NULL DEFAULT false,
    "locale" TEXT NOT NULL,
    "audit_trail" BOOLEAN NOT NULL,
    "photos" TEXT NOT NULL,
    "attempt_count" INTEGER NOT NULL DEFAULT 0,
    "sha256" TEXT,
    "byte_size" INTEGER,
    "pages" INTEGER,
    "seal_level" TEXT,
    "seal_authority" TEXT,
    "seal_demo" BOOLEAN,
    "failure_code" TEXT,
    "failure_message" TEXT,
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "updated_at" TIMESTAMPTZ(6) NOT NULL,
    "ready_at" TIMESTAMPTZ(6),

    CONSTRAINT "reports_pkey" PRIMARY KEY ("organisation_id","id")
);

-- CreateIndex
CREATE INDEX "reports_organisation_id_session_id_created_at_id_idx" ON "reports"("organisation_id", "session_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "reports_id_idx" ON "reports"("id");

-- AddForeignKey
ALTER TABLE "reports" ADD CONSTRAINT "reports_organisation_id_session_id_fkey" FOREIGN KEY ("organisation_id", "session_id") REFERENCES "sessions"("organisation_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What the schema language can't say. Each constraint is something that must never be, whatever the code does.

-- Sessions that were closed before have no report, and keep the time that was shown.
update sessions set completed_at = ended_at where status = 'closed';

alter table sessions
  add constraint sessions_completed check (completed_at is null or status = 'closed');

alter table reports
  add constraint reports_status check (status in ('queued', 'rendering', 'ready', 'failed')),
  add constraint reports_photos check (photos in ('full', 'contact_sheet')),
  add constraint reports_sha256 check (sha256 ~ '^[0-9a-f]{64}$'),
  add constraint reports_ready check (
    (status = 'ready') = (sha256 is not null) and (sha256 is null) = (byte_size is null)
    and (sha256 is null) = (pages is null) and (sha256 is null) = (ready_at is null)
  ),
  add constraint reports_seal check (
    (seal_level is null) = (seal_demo is null) and (seal_level is null or status = 'ready')
    and (seal_level in ('B-B', 'B-T')) and (seal_level = 'B-T') = (seal_authority is not null)
  ),
  add constraint reports_failure check (
    (status = 'failed') = (failure_code is not null) and (failure_code is null) = (failure_message is null)
  );

-- Of two freezes at once, or a freeze that is done again, one asks for the report that completes the session.
create unique index reports_completes_session_idx on reports (organisation_id, session_id) where completes_session;

-- What is not ready is few, and so is what is not completed; a sweep looks for what was left behind.
create index reports_unfinished_idx on reports (updated_at) where completes_session and status <> 'ready';
create index sessions_uncompleted_idx on sessions (ended_at) where status = 'closed' and completed_at is null;
