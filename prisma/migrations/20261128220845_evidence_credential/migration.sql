-- AlterTable
ALTER TABLE "evidence" ADD COLUMN     "credential_id" UUID;
