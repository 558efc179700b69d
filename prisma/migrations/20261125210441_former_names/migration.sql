-- AlterTable
ALTER TABLE "users" ADD COLUMN     "former_name" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "name_changed_at" TIMESTAMPTZ(3);
