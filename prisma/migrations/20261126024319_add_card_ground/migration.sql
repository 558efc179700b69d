-- AlterTable
ALTER TABLE "posts" ADD COLUMN     "card_ground" TEXT;
