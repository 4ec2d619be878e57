-- AlterTable
ALTER TABLE "events" ADD COLUMN     "traceparent" TEXT;
