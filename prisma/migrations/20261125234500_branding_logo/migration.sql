-- AlterTable
ALTER TABLE "branding" ADD COLUMN     "logo_height" INTEGER,
ADD COLUMN     "logo_sha256" TEXT,
ADD COLUMN     "logo_width" INTEGER;

-- CreateTable
CREATE TABLE "branding_logos" (
    "organisation_id" UUID NOT NULL,
    "sha256" TEXT NOT NULL,
    "png" BYTEA NOT NULL,

    CONSTRAINT "branding_logos_pkey" PRIMARY KEY ("organisation_id")
);

-- AddForeignKey
ALTER TABLE "branding_logos" ADD CONSTRAINT "branding_logos_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
