-- AlterEnum
-- This migration adds more than one value to an enum.
-- With PostgreSQL versions 11 and earlier, this is not possible
-- in a single migration. This can be worked around by creating
-- multiple migrations, each migration adding only one value to
-- the enum.


ALTER TYPE "ReportReason" ADD VALUE 'ragging';
ALTER TYPE "ReportReason" ADD VALUE 'sexual_under_18';

-- DropIndex
DROP INDEX "reports_reporter_id_subject_subject_id_key";

-- AlterTable
ALTER TABLE "moderation_cases" ADD COLUMN     "is_sealed" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "reports" ADD COLUMN     "is_unseen" BOOLEAN NOT NULL DEFAULT false,
ALTER COLUMN "case_id" DROP NOT NULL;

-- CreateIndex
CREATE INDEX "reports_reporter_id_subject_subject_id_created_at_idx" ON "reports"("reporter_id", "subject", "subject_id", "created_at" DESC);
