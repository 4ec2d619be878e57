-- AlterTable
ALTER TABLE "evidence" ADD COLUMN     "reserved_bytes" BIGINT;

-- AlterTable
ALTER TABLE "participants" ADD COLUMN     "entries" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
-- Half of each page is left free: a row is updated with each piece of evidence, and stays on its page then.
CREATE TABLE "room_uses" (
    "organisation_id" UUID NOT NULL,
    "subject_id" UUID NOT NULL,
    "items" INTEGER NOT NULL,
    "bytes" BIGINT NOT NULL,

    CONSTRAINT "room_uses_pkey" PRIMARY KEY ("organisation_id","subject_id"),
    constraint room_uses_taken check (items >= 0 and bytes >= 0)
) with (fillfactor = 50);

-- AddForeignKey
ALTER TABLE "room_uses" ADD CONSTRAINT "room_uses_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What is there already counts.
insert into room_uses (organisation_id, subject_id, items, bytes)
select organisation_id, session_id, count(*), sum(byte_size)
from evidence
where byte_size is not null
group by organisation_id, session_id;

insert into room_uses (organisation_id, subject_id, items, bytes)
select organisation_id, organisation_id, sum(items), sum(bytes)
from room_uses
group by organisation_id;

-- Room that is still to be settled of what a server before this column finished or failed: none, as a rule.
create index evidence_unsettled_idx on evidence (id) where reserved_bytes is not null and status <> 'uploading';
