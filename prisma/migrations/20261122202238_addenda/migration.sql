-- functions: 3ef8194cdb46e489be4b0df8b3768cd32fea0a8932ee017919ecf8d315a124a8

-- CreateTable
CREATE TABLE "addenda_chains" (
    "organisation_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "head_sequence" INTEGER NOT NULL,
    "head_hash" TEXT NOT NULL,
    "anchored_sequence" INTEGER NOT NULL DEFAULT 0,
    "anchor_requested_at" TIMESTAMPTZ(6),

    CONSTRAINT "addenda_chains_pkey" PRIMARY KEY ("organisation_id","session_id")
);

-- CreateTable
CREATE TABLE "addenda_entries" (
    "organisation_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "sequence" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "occurred_at" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "prev_hash" TEXT NOT NULL,
    "hash" TEXT NOT NULL,

    CONSTRAINT "addenda_entries_pkey" PRIMARY KEY ("organisation_id","session_id","sequence")
);

-- CreateTable
CREATE TABLE "addenda_disclosures" (
    "organisation_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "sequence" INTEGER NOT NULL,
    "field" TEXT NOT NULL,
    "salt" TEXT NOT NULL,
    "value" JSONB NOT NULL,

    CONSTRAINT "addenda_disclosures_pkey" PRIMARY KEY ("organisation_id","session_id","sequence","field")
);

-- CreateTable
CREATE TABLE "addenda_anchors" (
    "organisation_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "authority" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
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

    CONSTRAINT "addenda_anchors_pkey" PRIMARY KEY ("organisation_id","session_id","authority","sequence")
);

-- AddForeignKey
ALTER TABLE "addenda_chains" ADD CONSTRAINT "addenda_chains_organisation_id_session_id_fkey" FOREIGN KEY ("organisation_id", "session_id") REFERENCES "audit_chains"("organisation_id", "session_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "addenda_entries" ADD CONSTRAINT "addenda_entries_organisation_id_session_id_fkey" FOREIGN KEY ("organisation_id", "session_id") REFERENCES "addenda_chains"("organisation_id", "session_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "addenda_anchors" ADD CONSTRAINT "addenda_anchors_organisation_id_session_id_sequence_fkey" FOREIGN KEY ("organisation_id", "session_id", "sequence") REFERENCES "addenda_entries"("organisation_id", "session_id", "sequence") ON DELETE RESTRICT ON UPDATE CASCADE;


-- The addenda are evidence as the chain is: what is written stays. Redaction deletes disclosures, never entries.
alter table addenda_entries add constraint addenda_entries_sequence check (sequence > 0);

create trigger addenda_entries_append_only
  before update or delete on addenda_entries
  for each row execute function refuse_change();

create trigger addenda_entries_no_truncate
  before truncate on addenda_entries
  for each statement execute function refuse_change();

-- They go on from the frozen head. The body is in prisma/functions.
create function refuse_stray_addendum() returns trigger
language plpgsql
as $$
begin
  return new;
end
$$;

create trigger addenda_entries_follow
  before insert on addenda_entries
  for each row when (new.sequence = 1) execute function refuse_stray_addendum();

alter table addenda_anchors
  add constraint addenda_anchors_status check (status in ('pending', 'anchored', 'failed')),
  add constraint addenda_anchors_anchored check (
    (status = 'anchored') = (token is not null)
    and (token is null) = (gen_time is null) and (token is null) = (serial is null)
    and (token is null) = (anchored_at is null)
  );

-- A token is evidence: once it is there it stays.
create trigger addenda_anchors_held
  before update or delete on addenda_anchors
  for each row when (old.status = 'anchored') execute function refuse_change();

-- What still waits for an authority is little beside what is anchored; /metrics asks for it.
create index addenda_anchors_pending_idx on addenda_anchors (created_at) where status = 'pending';
