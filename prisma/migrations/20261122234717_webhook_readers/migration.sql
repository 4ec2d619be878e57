-- functions: f7a6c5a4b3c275ccf0b9712f6995adff4607b2ccfcf1d9f9d53c9d739b94cd7e

-- AlterTable
ALTER TABLE "events" ADD COLUMN     "test" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "webhook_attempts" ADD COLUMN     "response_headers" JSON;

-- AlterTable
ALTER TABLE "webhook_deliveries" ADD COLUMN     "fetched_at" TIMESTAMPTZ(6),
ADD COLUMN     "reported_attempt" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "webhook_endpoints" ADD COLUMN     "acknowledged_sequence" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "kind" TEXT NOT NULL DEFAULT 'push',
ADD COLUMN     "pause_reported_at" TIMESTAMPTZ(6),
ADD COLUMN     "paused_at" TIMESTAMPTZ(6),
ADD COLUMN     "paused_reason" TEXT,
ADD COLUMN     "read_at" TIMESTAMPTZ(6);

-- Both begin with what no look-up by key has: of the indexes that begin with the organisation the planner takes the
-- youngest while the tables are small, and a worker keeps that plan.
-- CreateIndex
CREATE INDEX "events_session_id_idx" ON "events"("session_id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_event_type_organisation_id_created_at_id_idx" ON "webhook_deliveries"("event_type", "organisation_id", "created_at" DESC, "id" DESC);

alter table webhook_endpoints
  add constraint webhook_endpoints_kind check (kind in ('push', 'pull')),
  -- A callback is sent to its URL, and a reader has none.
  add constraint webhook_endpoints_url check ((kind = 'pull') = (url = '') and (kind = 'push' or session_id is null)),
  add constraint webhook_endpoints_paused check (
    paused_reason in ('you', 'gone', 'failing', 'unread') and (paused_reason is null) = (paused_at is null)
  );

-- Which pull endpoints nobody reads is asked every hour, among all callbacks that there ever were.
create index webhook_endpoints_pull_idx on webhook_endpoints (read_at)
  where kind = 'pull' and active and deleted_at is null;
