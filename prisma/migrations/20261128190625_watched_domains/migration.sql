-- AlterTable
ALTER TABLE "branding" ADD COLUMN     "domain_missing_since" TIMESTAMPTZ(6);
