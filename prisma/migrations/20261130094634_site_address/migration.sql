-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "site_address" TEXT NOT NULL DEFAULT '';
