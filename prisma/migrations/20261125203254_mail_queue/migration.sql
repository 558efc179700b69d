-- AlterTable
ALTER TABLE "outbox_mails" ADD COLUMN     "attempts" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "batch" UUID,
ADD COLUMN     "code_id" UUID,
ADD COLUMN     "next_attempt_at" TIMESTAMPTZ(3),
ADD COLUMN     "rank" SMALLINT NOT NULL DEFAULT 2,
ADD COLUMN     "site" TEXT;

-- CreateTable
CREATE TABLE "mail_pace" (
    "id" INTEGER NOT NULL,
    "next_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "failing_since" TIMESTAMPTZ(3),
    "day" DATE NOT NULL DEFAULT CURRENT_DATE,
    "sent_today" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "mail_pace_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "outbox_mails_next_attempt_at_idx" ON "outbox_mails"("next_attempt_at");

-- CreateIndex
CREATE INDEX "outbox_mails_code_id_idx" ON "outbox_mails"("code_id");

-- AddForeignKey
ALTER TABLE "outbox_mails" ADD CONSTRAINT "outbox_mails_code_id_fkey" FOREIGN KEY ("code_id") REFERENCES "one_time_codes"("id") ON DELETE CASCADE ON UPDATE CASCADE;
