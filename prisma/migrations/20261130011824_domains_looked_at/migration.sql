-- AlterTable
ALTER TABLE "organisation_domains" ADD COLUMN     "record_missing_since" TIMESTAMPTZ(6);
