-- AlterTable
ALTER TABLE "evidence" ADD COLUMN     "erased_at" TIMESTAMPTZ(6);

-- AlterTable
ALTER TABLE "idempotency_keys" ADD COLUMN     "session_id" UUID;

-- AlterTable
ALTER TABLE "reports" ADD COLUMN     "erased_at" TIMESTAMPTZ(6);

-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "erased_at" TIMESTAMPTZ(6),
ADD COLUMN     "on_hold" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "redacted_at" TIMESTAMPTZ(6);

-- What is kept of a session's replies is found by it when the session is redacted; a reply of none is not in it.
create index if not exists idempotency_keys_session_idx on idempotency_keys (organisation_id, session_id)
  where session_id is not null;

-- The redactions that are still at it: none, as a rule.
create index if not exists sessions_redacting_idx on sessions (redacted_at)
  where redacted_at is not null and erased_at is null;

-- One that was erased has neither a name nor a channel.
alter table signatures
  drop constraint signatures_channel,
  add constraint signatures_channel check (signer_email <> '' or signer_phone <> '' or signer_name = '') not valid;
