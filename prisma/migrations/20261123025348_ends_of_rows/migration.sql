-- Each of these rows has an end. The defaults are for rows that are there already and for those that the release
-- before makes: they are evaluated once, so that no table is rewritten. A link is valid for 7 days at most, and a
-- request to sign for 14.

-- AlterTable
ALTER TABLE "field_session_tokens" ADD COLUMN     "kept_until" TIMESTAMPTZ(6) NOT NULL DEFAULT (now() + '30 days'::interval),
ADD COLUMN     "left_at" TIMESTAMPTZ(6);

-- AlterTable
ALTER TABLE "invite_tokens" ADD COLUMN     "kept_until" TIMESTAMPTZ(6) NOT NULL DEFAULT (now() + '40 days'::interval);

-- AlterTable
ALTER TABLE "messages" ADD COLUMN     "awaits_count" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "signing_tokens" ADD COLUMN     "kept_until" TIMESTAMPTZ(6) NOT NULL DEFAULT (now() + '45 days'::interval);

-- CreateIndex
CREATE INDEX "field_session_tokens_kept_until_idx" ON "field_session_tokens"("kept_until");

-- CreateIndex
CREATE INDEX "invite_tokens_kept_until_idx" ON "invite_tokens"("kept_until");

-- CreateIndex
CREATE INDEX "message_windows_window_start_idx" ON "message_windows"("window_start");

-- CreateIndex
CREATE INDEX "signing_tokens_kept_until_idx" ON "signing_tokens"("kept_until");

-- When a message was over: sent, cancelled, or never sent and not worth it any more. A message that still waits is
-- over when its time is.
create index messages_over_idx on messages (coalesce(sent_at, cancelled_at, expires_at, created_at));
