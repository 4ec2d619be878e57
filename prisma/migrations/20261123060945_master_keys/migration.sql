-- CreateTable
CREATE TABLE "master_keys" (
    "kid" TEXT NOT NULL,
    "proof" BYTEA NOT NULL,
    "first_used_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "master_keys_pkey" PRIMARY KEY ("kid")
);
