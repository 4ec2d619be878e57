-- AlterTable
ALTER TABLE "credentials" ADD COLUMN     "connection_id" UUID,
ADD COLUMN     "kind" TEXT NOT NULL DEFAULT 'key',
ADD COLUMN     "stepped_up_at" TIMESTAMPTZ(6),
ADD COLUMN     "user_agent" TEXT,
ADD COLUMN     "way" TEXT;

-- AlterTable
ALTER TABLE "organisations" ADD COLUMN     "sign_in_idle_minutes" INTEGER NOT NULL DEFAULT 480,
ADD COLUMN     "sign_in_life_minutes" INTEGER NOT NULL DEFAULT 1440;

-- CreateTable
CREATE TABLE "sign_in_attempts" (
    "id" UUID NOT NULL,
    "purpose" TEXT NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "address" TEXT,
    "organisation_id" UUID,
    "member_id" UUID,
    "code_hmac" BYTEA,
    "failed_count" INTEGER NOT NULL DEFAULT 0,
    "told_count" INTEGER NOT NULL DEFAULT 0,
    "proven_at" TIMESTAMPTZ(6),
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "sign_in_attempts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "sign_in_attempts_secret_hash_key" ON "sign_in_attempts"("secret_hash");

-- CreateIndex
CREATE INDEX "sign_in_attempts_expires_at_idx" ON "sign_in_attempts"("expires_at");

-- AddForeignKey
ALTER TABLE "sign_in_attempts" ADD CONSTRAINT "sign_in_attempts_organisation_id_member_id_fkey" FOREIGN KEY ("organisation_id", "member_id") REFERENCES "members"("organisation_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;


-- What a session is stands in its row, so that no code takes one for a key: it has a member and an end, and no scopes
-- or networks of its own. A key has nothing of a session.
alter table credentials
  add constraint credentials_kind check (
    case kind
      when 'key' then way is null and connection_id is null and user_agent is null and stepped_up_at is null
      when 'session' then
        way in ('code', 'passkey', 'oidc', 'saml', 'link') and (way in ('oidc', 'saml') or connection_id is null)
        and member_id is not null and expires_at is not null and user_agent is not null and stepped_up_at is not null
        and scopes = '{}' and allowed_networks = '{}'
      else false
    end
  );

-- The list of keys leaves sessions out. The release before reads credentials_listed_idx, which goes one release later.
create index credentials_keys_listed_idx on credentials (organisation_id, created_at desc, id desc) where kind = 'key';

-- The sessions of a member, and, over all organisations, those that ended long ago.
create index credentials_sessions_listed_idx on credentials (organisation_id, member_id, created_at desc, id desc)
  where kind = 'session';
create index credentials_sessions_ended_idx on credentials (expires_at) where kind = 'session';

-- A sign-in begins with an address, before an organisation is known.
create index members_address_idx on members (lower(email)) where status = 'active';

-- Words of people are in no statistics, which a redaction does not reach.
alter index members_address_idx alter column 1 set statistics 0;
alter table credentials alter column user_agent set statistics 0;
alter table sign_in_attempts alter column address set statistics 0;

alter table organisations
  add constraint organisations_sign_in_lives check (
    sign_in_idle_minutes between 5 and 480 and sign_in_life_minutes between 5 and 1440
  );

alter table sign_in_attempts
  add constraint sign_in_attempts_purpose check (
    case purpose
      when 'sign_in' then address is not null and member_id is null
      when 'step_up' then address is null and member_id is not null
      when 'link' then address is null and member_id is not null and code_hmac is null
      else false
    end
  ),
  add constraint sign_in_attempts_failed check (failed_count between 0 and 5);
