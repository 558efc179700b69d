-- AlterEnum
ALTER TYPE "NotificationType" ADD VALUE 'case';

-- AlterTable
ALTER TABLE "decisions" ADD COLUMN     "confirmed_at" TIMESTAMPTZ(3),
ADD COLUMN     "confirmed_by_id" UUID;

-- AlterTable
ALTER TABLE "moderation_cases" ADD COLUMN     "preserved_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "reports" ADD COLUMN     "has_hidden" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "kept_texts" (
    "id" UUID NOT NULL,
    "subject" "ReportSubject" NOT NULL,
    "subject_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "post_id" UUID,
    "shown_until" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "kept_texts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "kept_texts_subject_subject_id_shown_until_idx" ON "kept_texts"("subject", "subject_id", "shown_until");

-- CreateIndex
CREATE INDEX "kept_texts_person_id_shown_until_idx" ON "kept_texts"("person_id", "shown_until" DESC);

-- CreateIndex
CREATE INDEX "kept_texts_shown_until_idx" ON "kept_texts"("shown_until");

-- CreateIndex
CREATE INDEX "decisions_confirmed_by_id_idx" ON "decisions"("confirmed_by_id");

-- AddForeignKey
ALTER TABLE "kept_texts" ADD CONSTRAINT "kept_texts_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_confirmed_by_id_fkey" FOREIGN KEY ("confirmed_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- A single moderator's word was enough for these.
UPDATE "decisions" SET "confirmed_at" = "created_at" WHERE "outcome" = 'banned';
