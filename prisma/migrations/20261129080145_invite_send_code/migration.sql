-- AlterTable
ALTER TABLE "participants" ADD COLUMN     "otp_sent" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "send_code" BOOLEAN NOT NULL DEFAULT true;
