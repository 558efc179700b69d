-- AlterEnum
ALTER TYPE "ReportSubject" ADD VALUE 'notification';

-- DropIndex
DROP INDEX "notifications_sender_id_receiver_id_type_post_id_key";

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "custom_from_everyone" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "notifications_sender_id_receiver_id_type_post_id_idx" ON "notifications"("sender_id", "receiver_id", "type", "post_id");

-- CreateIndex. One row for each event, and by hand one for each type; but a comment after one that was
-- seen has a row of its own. A follow has no post: without NULLS NOT DISTINCT it could be told twice.
CREATE UNIQUE INDEX "notifications_event_key"
  ON "notifications"("sender_id", "receiver_id", "type", "post_id", "custom_type") NULLS NOT DISTINCT
  WHERE NOT ("type" = 'comment' AND "custom_type" IS NULL AND "seen");
