-- CreateTable
CREATE TABLE "whiteboard_anchors" (
    "organisation_id" UUID NOT NULL,
    "evidence_id" UUID NOT NULL,
    "variant" TEXT NOT NULL,
    "authority" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "nonce" BYTEA NOT NULL,
    "attempt_count" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "sha256" TEXT,
    "gen_time" TIMESTAMPTZ(6),
    "serial" TEXT,
    "policy" TEXT,
    "token" BYTEA,
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "anchored_at" TIMESTAMPTZ(6),

    CONSTRAINT "whiteboard_anchors_pkey" PRIMARY KEY ("organisation_id","evidence_id","variant","authority")
);

-- AddForeignKey
ALTER TABLE "whiteboard_anchors" ADD CONSTRAINT "whiteboard_anchors_organisation_id_evidence_id_fkey" FOREIGN KEY ("organisation_id", "evidence_id") REFERENCES "evidence"("organisation_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

alter table whiteboard_anchors
  add constraint whiteboard_anchors_variant check (variant in ('svg', 'display')),
  add constraint whiteboard_anchors_status check (status in ('pending', 'anchored', 'failed')),
  add constraint whiteboard_anchors_anchored check (
    (status = 'anchored') = (token is not null)
    and (token is null) = (gen_time is null) and (token is null) = (serial is null)
    and (token is null) = (anchored_at is null) and (token is null) = (sha256 is null)
  );

-- A token is evidence: once it is there it stays. What was not answered goes when its whiteboard is erased.
create trigger whiteboard_anchors_held
  before update or delete on whiteboard_anchors
  for each row when (old.status = 'anchored') execute function refuse_change();
create trigger whiteboard_anchors_owned
  before update of organisation_id, evidence_id, variant, authority, nonce on whiteboard_anchors
  for each row execute function refuse_held_change();

-- What waits for an authority, or was given up, is little beside what is anchored; /metrics asks for both.
create index whiteboard_anchors_pending_idx on whiteboard_anchors (created_at) where status = 'pending';
create index whiteboard_anchors_failed_idx on whiteboard_anchors (created_at) where status = 'failed';

-- Each row held the narrower check, so that none need be read.
alter table evidence_derivatives
  drop constraint evidence_derivatives_variant,
  add constraint evidence_derivatives_variant check (variant in ('display', 'thumbnail', 'svg')) not valid;
