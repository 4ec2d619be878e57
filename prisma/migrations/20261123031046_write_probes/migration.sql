-- CreateTable
CREATE TABLE "write_probes" (
    "id" SMALLINT NOT NULL,
    "probed_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "write_probes_pkey" PRIMARY KEY ("id")
);
