-- The suspensions of deleted accounts.
CREATE TABLE "suspended_addresses" (
    "mailbox" TEXT NOT NULL,
    "suspended_at" TIMESTAMPTZ(3) NOT NULL,
    "suspended_until" TIMESTAMPTZ(3),
    "suspension_id" UUID,

    CONSTRAINT "suspended_addresses_pkey" PRIMARY KEY ("mailbox")
);
CREATE INDEX "suspended_addresses_suspended_until_idx" ON "suspended_addresses"("suspended_until");
