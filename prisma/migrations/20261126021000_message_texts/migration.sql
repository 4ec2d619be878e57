-- CreateTable
CREATE TABLE "message_texts" (
    "organisation_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "subject" TEXT,
    "body" TEXT,
    "sms" TEXT,
    "updated_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "message_texts_pkey" PRIMARY KEY ("organisation_id","kind","locale")
);

-- AddForeignKey
ALTER TABLE "message_texts" ADD CONSTRAINT "message_texts_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- They become a header and an SMS: a line break must not get there, whoever writes the row.
alter table message_texts add constraint message_texts_one_line
  check (subject !~ '[\u0001-\u001f\u007f-\u009f]' and sms !~ '[\u0001-\u001f\u007f-\u009f]');
