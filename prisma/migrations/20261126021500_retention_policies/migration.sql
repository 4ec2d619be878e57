-- CreateTable
CREATE TABLE "retention_policies" (
    "organisation_id" UUID NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,
    "session_days" INTEGER,
    "session_days_at" TIMESTAMPTZ(6),
    "plan_days" INTEGER,
    "plan_days_at" TIMESTAMPTZ(6),
    "updated_at" TIMESTAMPTZ(6),

    CONSTRAINT "retention_policies_pkey" PRIMARY KEY ("organisation_id")
);

-- AddForeignKey
ALTER TABLE "retention_policies" ADD CONSTRAINT "retention_policies_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- The shortest that the API takes: whoever writes the row, nothing goes sooner.
alter table retention_policies add constraint retention_policies_days check (session_days >= 7 and plan_days >= 7);

-- The sessions that are over and still hold something of people, by when they were over. Made before, concurrently, it
-- is taken as it is.
create index if not exists sessions_retained_idx
  on sessions (organisation_id, coalesce(ended_at, scheduled_for, created_at), id)
  where status in ('closed', 'expired') and redacted_at is null and not on_hold;
