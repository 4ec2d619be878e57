-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "metadata" JSONB NOT NULL DEFAULT '{}';

-- CreateTable
CREATE TABLE "session_metadata" (
    "organisation_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "session_metadata_pkey" PRIMARY KEY ("organisation_id","session_id","key")
);

-- CreateIndex
CREATE INDEX "session_metadata_organisation_id_key_value_created_at_sessi_idx" ON "session_metadata"("organisation_id", "key", "value", "created_at" DESC, "session_id" DESC);

-- AddForeignKey
ALTER TABLE "session_metadata" ADD CONSTRAINT "session_metadata_organisation_id_session_id_fkey" FOREIGN KEY ("organisation_id", "session_id") REFERENCES "sessions"("organisation_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What the schema language can't say.

-- Most sessions have no reference; a list is asked for one that is not empty, and says so in its query.
create index sessions_reference_idx on sessions (organisation_id, reference, created_at desc, id desc)
  where reference <> '';

alter table sessions
  add constraint sessions_metadata check (jsonb_typeof(metadata) = 'object');

-- 500 characters are at most 2 000 bytes: an entry of an index holds 2 704.
alter table session_metadata
  add constraint session_metadata_key check (key ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$'),
  add constraint session_metadata_value check (char_length(value) <= 500);
