-- AlterTable
ALTER TABLE "credentials" ADD COLUMN     "member_id" UUID;

-- AlterTable
ALTER TABLE "messages" ADD COLUMN     "member_id" UUID;

-- AlterTable
ALTER TABLE "organisations" ADD COLUMN     "time_zone" TEXT NOT NULL DEFAULT 'UTC';

-- CreateTable
CREATE TABLE "members" (
    "organisation_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "joined_at" TIMESTAMPTZ(6),

    CONSTRAINT "members_pkey" PRIMARY KEY ("organisation_id","id")
);

-- CreateTable
CREATE TABLE "member_invitations" (
    "token_hash" BYTEA NOT NULL,
    "organisation_id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,
    "used_at" TIMESTAMPTZ(6),
    "failed_count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "member_invitations_pkey" PRIMARY KEY ("token_hash")
);

-- CreateTable
CREATE TABLE "org_chains" (
    "organisation_id" UUID NOT NULL,
    "head_sequence" INTEGER NOT NULL,
    "head_hash" TEXT NOT NULL,
    "anchored_sequence" INTEGER NOT NULL DEFAULT 0,
    "anchor_requested_at" TIMESTAMPTZ(6),

    CONSTRAINT "org_chains_pkey" PRIMARY KEY ("organisation_id")
);

-- CreateTable
CREATE TABLE "org_entries" (
    "organisation_id" UUID NOT NULL,
    "sequence" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "occurred_at" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "prev_hash" TEXT NOT NULL,
    "hash" TEXT NOT NULL,

    CONSTRAINT "org_entries_pkey" PRIMARY KEY ("organisation_id","sequence")
);

-- CreateTable
CREATE TABLE "org_disclosures" (
    "organisation_id" UUID NOT NULL,
    "sequence" INTEGER NOT NULL,
    "field" TEXT NOT NULL,
    "salt" TEXT NOT NULL,
    "value" JSONB NOT NULL,

    CONSTRAINT "org_disclosures_pkey" PRIMARY KEY ("organisation_id","sequence","field")
);

-- CreateTable
CREATE TABLE "org_anchors" (
    "organisation_id" UUID NOT NULL,
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

    CONSTRAINT "org_anchors_pkey" PRIMARY KEY ("organisation_id","authority","sequence")
);

-- CreateIndex
CREATE INDEX "member_invitations_expires_at_idx" ON "member_invitations"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "member_invitations_organisation_id_member_id_key" ON "member_invitations"("organisation_id", "member_id");

-- AddForeignKey
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_organisation_id_member_id_fkey" FOREIGN KEY ("organisation_id", "member_id") REFERENCES "members"("organisation_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "members" ADD CONSTRAINT "members_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "member_invitations" ADD CONSTRAINT "member_invitations_organisation_id_member_id_fkey" FOREIGN KEY ("organisation_id", "member_id") REFERENCES "members"("organisation_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "messages" ADD CONSTRAINT "messages_organisation_id_member_id_fkey" FOREIGN KEY ("organisation_id", "member_id") REFERENCES "members"("organisation_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "org_chains" ADD CONSTRAINT "org_chains_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "org_entries" ADD CONSTRAINT "org_entries_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "org_chains"("organisation_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "org_anchors" ADD CONSTRAINT "org_anchors_organisation_id_sequence_fkey" FOREIGN KEY ("organisation_id", "sequence") REFERENCES "org_entries"("organisation_id", "sequence") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Most act for machines. Whoever looks for an organisation and an id gets the primary key, which the planner would leave
-- for a younger index while the table is small.
create index credentials_member_idx on credentials (organisation_id, member_id) where member_id is not null;

alter table members
  add constraint members_role check (role in ('org_admin', 'inspector', 'observer', 'auditor')),
  add constraint members_status check (status in ('invited', 'active', 'disabled', 'removed')),
  -- Who was removed has neither name nor address here any more.
  add constraint members_email check ((email = '') = (status = 'removed'));

-- An address is one person of an organisation, however it is spelled; who was removed may be invited again.
create unique index members_email_key on members (organisation_id, lower(email)) where status <> 'removed';

-- The members of an organisation, newest first.
create index members_list_idx on members (organisation_id, created_at desc, id desc) where status <> 'removed';
create index members_status_idx on members (organisation_id, status, created_at desc, id desc) where status <> 'removed';
create index members_role_idx on members (organisation_id, role, created_at desc, id desc) where status <> 'removed';
-- As for the other filters of lists: where a sample saw one value alone, the planner would take any for all rows.
alter table members alter column status set (n_distinct = 4), alter column role set (n_distinct = 4);

-- A message is about a session, a webhook endpoint or a member. The old check asked for an endpoint where there is no
-- session; what old code writes holds for both.
alter table messages
  drop constraint messages_subject,
  add constraint messages_about check (num_nonnulls(session_id, endpoint_id, member_id) = 1);

alter table org_entries add constraint org_entries_sequence check (sequence > 0);

-- An organisation's own chain is evidence as a session's is: what is written stays. Erasure deletes disclosures.
create trigger org_entries_append_only
  before update or delete on org_entries
  for each row execute function refuse_change();

create trigger org_entries_no_truncate
  before truncate on org_entries
  for each statement execute function refuse_change();

alter table org_anchors
  add constraint org_anchors_status check (status in ('pending', 'anchored', 'failed')),
  add constraint org_anchors_anchored check (
    (status = 'anchored') = (token is not null)
    and (token is null) = (gen_time is null) and (token is null) = (serial is null)
    and (token is null) = (anchored_at is null)
  );

-- A token is evidence: once it is there it stays.
create trigger org_anchors_held
  before update or delete on org_anchors
  for each row when (old.status = 'anchored') execute function refuse_change();

-- What still waits for an authority is little beside what is anchored; /metrics asks for it.
create index org_anchors_pending_idx on org_anchors (created_at) where status = 'pending';
