-- AlterTable
ALTER TABLE "users" ADD COLUMN     "shows_message_text" BOOLEAN NOT NULL DEFAULT false;
