-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "proven_at" TIMESTAMPTZ(3);
