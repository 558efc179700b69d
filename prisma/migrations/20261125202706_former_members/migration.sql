-- DropTable
DROP TABLE "suspended_addresses";

-- CreateTable
CREATE TABLE "former_members" (
    "mailbox" TEXT NOT NULL,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "case_ids" UUID[],
    "report_ids" UUID[],
    "limits" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "former_members_pkey" PRIMARY KEY ("mailbox")
);

-- CreateTable
CREATE TABLE "former_member_hiders" (
    "mailbox" TEXT NOT NULL,
    "hider_id" UUID NOT NULL,
    "is_block" BOOLEAN NOT NULL,
    "until" TIMESTAMPTZ(3),

    CONSTRAINT "former_member_hiders_pkey" PRIMARY KEY ("mailbox","hider_id","is_block")
);

-- CreateIndex
CREATE INDEX "former_members_deleted_at_idx" ON "former_members"("deleted_at");

-- CreateIndex
CREATE INDEX "former_members_case_ids_idx" ON "former_members" USING GIN ("case_ids");

-- CreateIndex
CREATE INDEX "former_member_hiders_hider_id_idx" ON "former_member_hiders"("hider_id");

-- AddForeignKey
ALTER TABLE "former_member_hiders" ADD CONSTRAINT "former_member_hiders_mailbox_fkey" FOREIGN KEY ("mailbox") REFERENCES "former_members"("mailbox") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "former_member_hiders" ADD CONSTRAINT "former_member_hiders_hider_id_fkey" FOREIGN KEY ("hider_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Reasons are emptied some time after the case was closed; the API demands one.
ALTER TABLE "decisions" DROP CONSTRAINT "decisions_reasons";
