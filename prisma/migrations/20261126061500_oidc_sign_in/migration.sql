-- AlterEnum
ALTER TYPE "AuthProvider" ADD VALUE 'oidc';

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "oidc_subject" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "users_oidc_subject_key" ON "users"("oidc_subject");
