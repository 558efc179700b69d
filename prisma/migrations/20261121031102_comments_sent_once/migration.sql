-- AlterTable
ALTER TABLE "comments" ADD COLUMN     "client_id" UUID;

-- CreateIndex
CREATE UNIQUE INDEX "comments_author_id_client_id_key" ON "comments"("author_id", "client_id");
