-- Why somebody is not active: they deactivated their account, or deleted it and what they made is being removed. Neither
-- means that whoever runs this switched them off.
ALTER TABLE "users" ADD COLUMN "deactivated_at" TIMESTAMPTZ(3), ADD COLUMN "deleted_at" TIMESTAMPTZ(3);
ALTER TABLE "users" ADD CONSTRAINT "users_active_check"
  CHECK (NOT "is_active" OR ("deactivated_at" IS NULL AND "deleted_at" IS NULL)) NOT VALID;

-- Tags that no post has any more say what people wrote who deleted it; from now on they go with the last post.
DELETE FROM "hashtags" WHERE "posts_count" = 0;
