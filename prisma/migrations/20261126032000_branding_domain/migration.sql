-- AlterTable
ALTER TABLE "branding" ADD COLUMN     "domain" TEXT,
ADD COLUMN     "domain_value" TEXT;

-- AlterTable
ALTER TABLE "organisations" ADD COLUMN     "domain" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "organisations_domain_key" ON "organisations"("domain");

-- Links and policies of pages carry it: what is no host name must not get there, whoever writes the row.
alter table organisations add constraint organisations_domain
  check (domain ~ '^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]*[a-z0-9])?$' and length(domain) <= 235);
