-- AlterTable
ALTER TABLE "evidence" ADD COLUMN     "keeps_place" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "received_sha256" TEXT;
