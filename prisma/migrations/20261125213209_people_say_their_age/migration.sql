-- AlterTable
ALTER TABLE "users" ADD COLUMN     "age_said_at" TIMESTAMPTZ(3),
ADD COLUMN     "is_adult" BOOLEAN,
ADD COLUMN     "minor_confirmed_at" TIMESTAMPTZ(3);
