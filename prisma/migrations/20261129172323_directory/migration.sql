-- CreateTable
CREATE TABLE "directories" (
    "organisation_id" UUID NOT NULL,
    "default_role" TEXT NOT NULL DEFAULT 'observer',
    "version" INTEGER NOT NULL DEFAULT 0,
    "updated_at" TIMESTAMPTZ(6),

    CONSTRAINT "directories_pkey" PRIMARY KEY ("organisation_id")
);

-- CreateTable
CREATE TABLE "directory_roles" (
    "organisation_id" UUID NOT NULL,
    "group_key" TEXT NOT NULL,
    "group_name" TEXT NOT NULL,
    "role" TEXT NOT NULL,

    CONSTRAINT "directory_roles_pkey" PRIMARY KEY ("organisation_id","group_key")
);

-- CreateTable
CREATE TABLE "directory_users" (
    "organisation_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "external_id" TEXT,
    "user_name" TEXT NOT NULL,
    "active" BOOLEAN NOT NULL,
    "attributes" JSONB NOT NULL,
    "member_id" UUID,
    "mapped_role" TEXT,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "updated_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "directory_users_pkey" PRIMARY KEY ("organisation_id","id")
);

-- CreateTable
CREATE TABLE "directory_groups" (
    "organisation_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "external_id" TEXT,
    "display_name" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "updated_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "directory_groups_pkey" PRIMARY KEY ("organisation_id","id")
);

-- CreateTable
CREATE TABLE "directory_group_members" (
    "organisation_id" UUID NOT NULL,
    "group_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,

    CONSTRAINT "directory_group_members_pkey" PRIMARY KEY ("organisation_id","group_id","user_id")
);

-- CreateTable
CREATE TABLE "provisioning_entries" (
    "organisation_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "credential_id" UUID NOT NULL,
    "method" TEXT NOT NULL,
    "resource" TEXT NOT NULL,
    "resource_id" UUID,
    "name" TEXT NOT NULL,
    "member_id" UUID,
    "outcome" TEXT NOT NULL,
    "changes" TEXT[],
    "code" TEXT,
    "detail" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "provisioning_entries_pkey" PRIMARY KEY ("organisation_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "directory_users_organisation_id_external_id_key" ON "directory_users"("organisation_id", "external_id");

-- CreateIndex
CREATE UNIQUE INDEX "directory_users_organisation_id_member_id_key" ON "directory_users"("organisation_id", "member_id");

-- CreateIndex
CREATE INDEX "directory_group_members_organisation_id_user_id_idx" ON "directory_group_members"("organisation_id", "user_id");

-- CreateIndex
CREATE INDEX "provisioning_entries_created_at_idx" ON "provisioning_entries"("created_at");

-- AddForeignKey
ALTER TABLE "directories" ADD CONSTRAINT "directories_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "directory_roles" ADD CONSTRAINT "directory_roles_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "directories"("organisation_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "directory_users" ADD CONSTRAINT "directory_users_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "directories"("organisation_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "directory_users" ADD CONSTRAINT "directory_users_organisation_id_member_id_fkey" FOREIGN KEY ("organisation_id", "member_id") REFERENCES "members"("organisation_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "directory_groups" ADD CONSTRAINT "directory_groups_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "directories"("organisation_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "directory_group_members" ADD CONSTRAINT "directory_group_members_organisation_id_group_id_fkey" FOREIGN KEY ("organisation_id", "group_id") REFERENCES "directory_groups"("organisation_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "directory_group_members" ADD CONSTRAINT "directory_group_members_organisation_id_user_id_fkey" FOREIGN KEY ("organisation_id", "user_id") REFERENCES "directory_users"("organisation_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "provisioning_entries" ADD CONSTRAINT "provisioning_entries_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

alter table directories
  add constraint directories_default_role check (default_role in ('inspector', 'observer', 'auditor'));
alter table directory_roles
  add constraint directory_roles_role check (role in ('org_admin', 'inspector', 'observer', 'auditor')),
  add constraint directory_roles_key check (group_key = lower(group_name));
alter table directory_users
  add constraint directory_users_mapped_role
    check (mapped_role in ('org_admin', 'inspector', 'observer', 'auditor')),
  -- An active user is a member; who never was active is none yet.
  add constraint directory_users_member check (not active or member_id is not null);
alter table provisioning_entries
  add constraint provisioning_entries_outcome check (outcome in ('applied', 'unchanged', 'refused')),
  add constraint provisioning_entries_refused check ((outcome = 'refused') = (code is not null));

-- A name, in capitals or not, is that of one user and of one group: directories look for it before they create.
create unique index directory_users_user_name_key on directory_users (organisation_id, lower(user_name));
create unique index directory_groups_display_name_key on directory_groups (organisation_id, lower(display_name));

-- SCIM counts pages from the first that was made; the lists of the API begin with the newest.
create index directory_users_organisation_id_created_at_id_idx on directory_users (organisation_id, created_at, id);
create index directory_groups_organisation_id_created_at_id_idx on directory_groups (organisation_id, created_at, id);
create index provisioning_entries_organisation_id_created_at_id_idx
  on provisioning_entries (organisation_id, created_at desc, id desc);
create index provisioning_entries_organisation_id_outcome_created_at_id_idx
  on provisioning_entries (organisation_id, outcome, created_at desc, id desc);
create index credentials_directory_idx on credentials (organisation_id, created_at desc, id desc)
  where scopes = '{directory:write}'::text[];

-- Else the list's own index would be read for a value that its rows do not have yet.
alter table provisioning_entries alter column outcome set (n_distinct = 3);

-- Statistics would keep words of people after the people were erased.
alter table directory_users
  alter column user_name set statistics 0,
  alter column external_id set statistics 0,
  alter column attributes set statistics 0;
alter index directory_users_user_name_key alter column 2 set statistics 0;
alter table provisioning_entries
  alter column name set statistics 0,
  alter column detail set statistics 0;
