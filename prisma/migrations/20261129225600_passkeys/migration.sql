-- AlterTable
ALTER TABLE "members" ADD COLUMN     "user_handle" BYTEA;

-- AlterTable
ALTER TABLE "sign_in_attempts" ADD COLUMN     "challenge" BYTEA;

-- CreateTable
CREATE TABLE "passkeys" (
    "organisation_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "raw_id" BYTEA NOT NULL,
    "public_key" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "transports" TEXT[],
    "backed_up" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "last_used_at" TIMESTAMPTZ(6),

    CONSTRAINT "passkeys_pkey" PRIMARY KEY ("organisation_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "passkeys_raw_id_key" ON "passkeys"("raw_id");

-- CreateIndex
CREATE INDEX "passkeys_organisation_id_member_id_created_at_id_idx" ON "passkeys"("organisation_id", "member_id", "created_at" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_organisation_id_member_id_fkey" FOREIGN KEY ("organisation_id", "member_id") REFERENCES "members"("organisation_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;


-- A challenge stands with what a passkey answers, and with nothing else.
alter table sign_in_attempts
  drop constraint sign_in_attempts_purpose,
  add constraint sign_in_attempts_purpose check (
    case purpose
      when 'sign_in' then address is not null and member_id is null and challenge is null
      when 'step_up' then address is null and member_id is not null and challenge is null
      when 'link' then address is null and member_id is not null and code_hmac is null and challenge is null
      when 'passkey' then address is null and member_id is null and code_hmac is null and challenge is not null
      when 'passkey_step_up' then
        address is null and member_id is not null and code_hmac is null and challenge is not null
      when 'passkey_registration' then
        address is null and member_id is not null and code_hmac is null and challenge is not null
      when 'provider' then
        member_id is null and code_hmac is null and challenge is null
        and (address is null) = (browser_hash is not null)
      when 'provider_test' then
        address is null and member_id is not null and credential_id is not null and challenge is null
      when 'provider_step_up' then
        address is null and member_id is not null and credential_id is not null and challenge is null
      else false
    end
  );

alter table passkeys
  add constraint passkeys_counter check (counter between 0 and 4294967295),
  add constraint passkeys_raw_id check (length(raw_id) between 1 and 1023);

-- Words of people are in no statistics, which a redaction does not reach.
alter table passkeys alter column name set statistics 0;
