-- AlterTable
ALTER TABLE "one_time_codes" ADD COLUMN     "browser" TEXT,
ADD COLUMN     "mailbox" TEXT,
ADD COLUMN     "network" TEXT,
ADD COLUMN     "network_attempts" INTEGER NOT NULL DEFAULT 0,
ALTER COLUMN "user_id" DROP NOT NULL;

-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "browser" TEXT;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "registered_browser" TEXT;

-- CreateIndex
CREATE INDEX "one_time_codes_mailbox_created_at_idx" ON "one_time_codes"("mailbox", "created_at" DESC);

-- CreateIndex
CREATE INDEX "one_time_codes_expires_at_idx" ON "one_time_codes"("expires_at");

-- CreateIndex
CREATE INDEX "users_verified_at_created_at_idx" ON "users"("verified_at", "created_at");
