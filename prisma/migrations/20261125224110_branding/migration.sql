-- CreateTable
CREATE TABLE "branding" (
    "organisation_id" UUID NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,
    "display_name" TEXT NOT NULL DEFAULT '',
    "sender_name" TEXT NOT NULL DEFAULT '',
    "footer" TEXT NOT NULL DEFAULT '',
    "imprint_url" TEXT,
    "privacy_url" TEXT,
    "primary_colour" TEXT,
    "background_colour" TEXT,
    "updated_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "branding_pkey" PRIMARY KEY ("organisation_id")
);

-- AddForeignKey
ALTER TABLE "branding" ADD CONSTRAINT "branding_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Pages carry them in a style sheet: what is no colour must not get there, whoever writes the row.
alter table branding add constraint branding_colours
  check (primary_colour ~ '^#[0-9a-f]{6}$' and background_colour ~ '^#[0-9a-f]{6}$');
