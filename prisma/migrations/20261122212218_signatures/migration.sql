-- AlterTable
ALTER TABLE "messages" ADD COLUMN     "signature_id" UUID;

-- AlterTable
ALTER TABLE "reports" ADD COLUMN     "leased_by" UUID,
ADD COLUMN     "leased_until" TIMESTAMPTZ(6),
ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "revision_of" UUID;

-- CreateTable
CREATE TABLE "signatures" (
    "organisation_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "report_id" UUID NOT NULL,
    "root_report_id" UUID NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "level" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "signer_name" TEXT NOT NULL,
    "signer_email" TEXT NOT NULL,
    "signer_phone" TEXT NOT NULL,
    "code_issue" INTEGER NOT NULL DEFAULT 0,
    "otp_hmac" BYTEA,
    "otp_expires_at" TIMESTAMPTZ(6),
    "otp_attempts" INTEGER NOT NULL DEFAULT 0,
    "session_issue" INTEGER NOT NULL DEFAULT 0,
    "session_expires_at" TIMESTAMPTZ(6),
    "pin" BYTEA,
    "failed_count" INTEGER NOT NULL DEFAULT 0,
    "failure_code" TEXT,
    "failure_message" TEXT,
    "state_hash" BYTEA,
    "progress_sealed" TEXT,
    "busy_until" TIMESTAMPTZ(6),
    "certificate_subject" TEXT,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,
    "signed_at" TIMESTAMPTZ(6),
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "updated_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "signatures_pkey" PRIMARY KEY ("organisation_id","id")
);

-- CreateTable
CREATE TABLE "signing_tokens" (
    "token_hash" BYTEA NOT NULL,
    "organisation_id" UUID NOT NULL,
    "signature_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "issue" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "signing_tokens_pkey" PRIMARY KEY ("token_hash")
);

-- CreateIndex
CREATE INDEX "signatures_organisation_id_session_id_created_at_id_idx" ON "signatures"("organisation_id", "session_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "reports_organisation_id_revision_of_revision_key" ON "reports"("organisation_id", "revision_of", "revision");

-- AddForeignKey
ALTER TABLE "messages" ADD CONSTRAINT "messages_organisation_id_signature_id_fkey" FOREIGN KEY ("organisation_id", "signature_id") REFERENCES "signatures"("organisation_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reports" ADD CONSTRAINT "reports_organisation_id_revision_of_fkey" FOREIGN KEY ("organisation_id", "revision_of") REFERENCES "reports"("organisation_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "signatures" ADD CONSTRAINT "signatures_organisation_id_session_id_fkey" FOREIGN KEY ("organisation_id", "session_id") REFERENCES "sessions"("organisation_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "signatures" ADD CONSTRAINT "signatures_organisation_id_report_id_fkey" FOREIGN KEY ("organisation_id", "report_id") REFERENCES "reports"("organisation_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "signatures" ADD CONSTRAINT "signatures_organisation_id_root_report_id_fkey" FOREIGN KEY ("organisation_id", "root_report_id") REFERENCES "reports"("organisation_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "signing_tokens" ADD CONSTRAINT "signing_tokens_organisation_id_signature_id_fkey" FOREIGN KEY ("organisation_id", "signature_id") REFERENCES "signatures"("organisation_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What the schema language can't say. Each constraint is something that must never be, whatever the code does.

-- A revision leads to the report without any signature, and two signatures never make the same one.
alter table reports
  add constraint reports_revision check ((revision_of is null) = (revision = 0) and revision >= 0),
  add constraint reports_lease check (
    (leased_by is null) = (leased_until is null) and (leased_by is null or (revision = 0 and status = 'ready'))
  );

alter table signatures
  add constraint signatures_status check (status in ('pending', 'signed', 'declined', 'cancelled', 'failed')),
  add constraint signatures_level check (level in ('SES', 'AES', 'QES')),
  add constraint signatures_provider check (provider in ('demo', 'csc')),
  -- The server's own key is nobody's: what it signs is never more than a simple signature.
  add constraint signatures_demo check (provider <> 'demo' or level = 'SES'),
  add constraint signatures_channel check (signer_email <> '' or signer_phone <> ''),
  add constraint signatures_otp check ((otp_hmac is null) = (otp_expires_at is null)),
  add constraint signatures_otp_attempts check (otp_attempts between 0 and 5),
  add constraint signatures_session check ((session_expires_at is null) = (pin is null)),
  add constraint signatures_failure check ((failure_code is null) = (failure_message is null)),
  add constraint signatures_signed check (
    (status = 'signed') = (signed_at is not null) and (signed_at is null) = (certificate_subject is null)
  ),
  -- What has ended keeps no secret.
  add constraint signatures_over check (
    status = 'pending' or (otp_hmac is null and state_hash is null and progress_sealed is null and busy_until is null)
  );

alter table signing_tokens
  add constraint signing_tokens_kind check (kind in ('link', 'session') and (kind = 'link') = (issue = 0));
