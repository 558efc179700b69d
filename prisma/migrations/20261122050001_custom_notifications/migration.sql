-- AlterTable
ALTER TABLE "users" ADD COLUMN     "muted_custom" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "notifications" ADD COLUMN     "custom_type" "NotificationType";

-- AlterTable
ALTER TABLE "push_subscriptions" ADD COLUMN     "rejections" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "sent_pushes" (
    "notification_id" UUID NOT NULL,
    "subscription_id" UUID NOT NULL,
    "sent_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sent_pushes_pkey" PRIMARY KEY ("notification_id","subscription_id")
);

-- CreateIndex
CREATE INDEX "sent_pushes_subscription_id_idx" ON "sent_pushes"("subscription_id");

-- CreateIndex
CREATE INDEX "sent_pushes_sent_at_idx" ON "sent_pushes"("sent_at");

-- AddForeignKey
ALTER TABLE "sent_pushes" ADD CONSTRAINT "sent_pushes_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "push_subscriptions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the form has made so far: until now only its words told it from what the product writes itself. Likes and
-- comments of the product always have a post, joining a circle never has one.
UPDATE "notifications" SET "custom_type" = "type"
    WHERE ("post_id" IS NULL AND ("type" <> 'follow' OR "message" <> 'joined your circle'))
       OR ("post_id" IS NOT NULL AND ("type" = 'follow' OR ("type" = 'like' AND "message" <> 'liked your post')));
