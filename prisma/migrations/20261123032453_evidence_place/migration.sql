-- AlterTable
ALTER TABLE "evidence" ADD COLUMN     "keeps_place" BOOLEAN,
ADD COLUMN     "received_sha256" TEXT;
