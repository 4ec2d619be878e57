-- AlterTable
ALTER TABLE "members" ADD COLUMN     "break_glass" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "sign_in_attempts" ADD COLUMN     "browser_hash" BYTEA,
ADD COLUMN     "connection_id" UUID,
ADD COLUMN     "credential_id" UUID,
ADD COLUMN     "progress_sealed" TEXT,
ADD COLUMN     "request_id" TEXT,
ADD COLUMN     "return_path" TEXT,
ADD COLUMN     "settings" INTEGER;

-- CreateTable
CREATE TABLE "sso_connections" (
    "organisation_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "protocol" TEXT NOT NULL,
    "issuer" TEXT,
    "client_id" TEXT,
    "client_secret_sealed" TEXT,
    "sso_url" TEXT,
    "metadata_url" TEXT,
    "metadata_read_at" TIMESTAMPTZ(6),
    "metadata_fault" TEXT,
    "email_claim" TEXT,
    "name_claim" TEXT,
    "groups_claim" TEXT,
    "default_role" TEXT NOT NULL DEFAULT 'observer',
    "just_in_time" BOOLEAN NOT NULL DEFAULT false,
    "status" TEXT NOT NULL DEFAULT 'draft',
    "tested_settings" INTEGER NOT NULL DEFAULT 0,
    "tested_at" TIMESTAMPTZ(6),
    "tested_by" UUID,
    "tested_credential_id" UUID,
    "test_sealed" TEXT,
    "test_at" TIMESTAMPTZ(6),
    "enforced" BOOLEAN NOT NULL DEFAULT false,
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "updated_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "sso_connections_pkey" PRIMARY KEY ("organisation_id")
);

-- CreateTable
CREATE TABLE "sso_certificates" (
    "organisation_id" UUID NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "der" BYTEA NOT NULL,
    "not_before" TIMESTAMPTZ(6) NOT NULL,
    "not_after" TIMESTAMPTZ(6) NOT NULL,
    "source" TEXT NOT NULL,
    "warned_at" TIMESTAMPTZ(6),
    "created_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "sso_certificates_pkey" PRIMARY KEY ("organisation_id","fingerprint")
);

-- CreateTable
CREATE TABLE "organisation_domains" (
    "organisation_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "proof" TEXT NOT NULL,
    "verified_at" TIMESTAMPTZ(6),
    "created_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "organisation_domains_pkey" PRIMARY KEY ("organisation_id","id")
);

-- CreateTable
CREATE TABLE "member_identities" (
    "organisation_id" UUID NOT NULL,
    "connection_id" UUID NOT NULL,
    "subject" TEXT NOT NULL,
    "member_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "member_identities_pkey" PRIMARY KEY ("organisation_id","connection_id","subject")
);

-- CreateTable
CREATE TABLE "sign_in_handovers" (
    "token_hash" BYTEA NOT NULL,
    "browser_hash" BYTEA NOT NULL,
    "sealed" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "sign_in_handovers_pkey" PRIMARY KEY ("token_hash")
);

-- CreateIndex
CREATE UNIQUE INDEX "sso_connections_id_key" ON "sso_connections"("id");

-- CreateIndex
CREATE INDEX "sso_certificates_not_after_idx" ON "sso_certificates"("not_after");

-- CreateIndex
CREATE INDEX "organisation_domains_organisation_id_created_at_id_idx" ON "organisation_domains"("organisation_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "organisation_domains_organisation_id_name_key" ON "organisation_domains"("organisation_id", "name");

-- CreateIndex
CREATE INDEX "member_identities_organisation_id_member_id_idx" ON "member_identities"("organisation_id", "member_id");

-- CreateIndex
CREATE UNIQUE INDEX "member_identities_organisation_id_connection_id_member_id_key" ON "member_identities"("organisation_id", "connection_id", "member_id");

-- CreateIndex
CREATE INDEX "sign_in_handovers_expires_at_idx" ON "sign_in_handovers"("expires_at");

-- AddForeignKey
ALTER TABLE "sso_connections" ADD CONSTRAINT "sso_connections_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sso_certificates" ADD CONSTRAINT "sso_certificates_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "sso_connections"("organisation_id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "organisation_domains" ADD CONSTRAINT "organisation_domains_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "member_identities" ADD CONSTRAINT "member_identities_organisation_id_member_id_fkey" FOREIGN KEY ("organisation_id", "member_id") REFERENCES "members"("organisation_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;


-- An attempt at a company's provider begins in a browser, by its address or from its session, and goes on with a state
-- that the provider gives back. The checks of before stay as they are.
alter table sign_in_attempts
  drop constraint sign_in_attempts_purpose,
  add constraint sign_in_attempts_purpose check (
    case purpose
      when 'sign_in' then address is not null and member_id is null
      when 'step_up' then address is null and member_id is not null
      when 'link' then address is null and member_id is not null and code_hmac is null
      when 'provider' then member_id is null and code_hmac is null and (address is null) = (browser_hash is not null)
      when 'provider_test' then address is null and member_id is not null and credential_id is not null
      when 'provider_step_up' then address is null and member_id is not null and credential_id is not null
      else false
    end
  ),
  add constraint sign_in_attempts_provider check (
    (browser_hash is null) = (connection_id is null)
    and (browser_hash is null or (organisation_id is not null and settings is not null))
    and (request_id is null or progress_sealed is null)
    and (purpose like 'provider%' or (browser_hash is null and credential_id is null and return_path is null))
  );

-- A connection that was tested is whole. One that is enforced is active, so that no change locks everybody out.
alter table sso_connections
  add constraint sso_connections_protocol check (protocol in ('oidc', 'saml')),
  add constraint sso_connections_default_role check (default_role in ('inspector', 'observer', 'auditor')),
  add constraint sso_connections_status check (
    case status
      when 'draft' then tested_at is null
      when 'tested' then tested_at is not null
      when 'active' then tested_at is not null
      else false
    end
  ),
  add constraint sso_connections_tested check (
    tested_at is null
    or (issuer is not null and case protocol when 'oidc' then client_id is not null else sso_url is not null end)
  ),
  add constraint sso_connections_test check (
    (tested_at is null) = (tested_by is null) and (tested_at is null) = (tested_credential_id is null)
    and (test_at is null) = (test_sealed is null)
  ),
  add constraint sso_connections_enforced check (not enforced or status = 'active');
alter table sso_certificates
  add constraint sso_certificates_source check (source in ('given', 'metadata')),
  add constraint sso_certificates_fingerprint check (fingerprint ~ '^[0-9a-f]{64}$');
alter table organisation_domains
  add constraint organisation_domains_name check (name = lower(name) and name <> '');

-- An address leads to the one organisation that has shown its domain. Who only names it stands in nobody's way.
create unique index organisation_domains_verified_key on organisation_domains (name) where verified_at is not null;

-- Connections whose metadata the daily look reads.
create index sso_connections_metadata_idx on sso_connections (organisation_id) where metadata_url is not null;

-- Words of people are in no statistics, which an erasure does not reach.
alter table member_identities alter column subject set statistics 0;
alter table sso_connections alter column test_sealed set statistics 0;
