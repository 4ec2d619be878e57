-- AlterTable
ALTER TABLE "messages" ADD COLUMN     "failing_since" TIMESTAMPTZ(6),
ADD COLUMN     "fate" TEXT,
ADD COLUMN     "fate_at" TIMESTAMPTZ(6),
ADD COLUMN     "fate_reason" TEXT;

-- The messages of an invite, which its list shows.
-- CreateIndex
CREATE INDEX "messages_organisation_id_participant_id_idx" ON "messages"("organisation_id", "participant_id");

-- Rows of the release before have none of it. Not valid: nothing of the table is read while it is locked.
alter table messages
  add constraint messages_fate check (fate in ('delivered', 'bounced', 'failed')) not valid,
  -- When is known exactly with what, and why exactly with what is not good.
  add constraint messages_fate_at check ((fate is null) = (fate_at is null)) not valid,
  add constraint messages_fate_reason check ((fate_reason is not null) = coalesce(fate in ('bounced', 'failed'), false)) not valid,
  add constraint messages_fate_reasons check (
    fate_reason in ('limit', 'expired', 'unreachable', 'unknown_recipient', 'mailbox_full', 'blocked', 'refused')
  ) not valid;
