-- Deleting a post can be undone for some seconds.
ALTER TABLE "posts" ADD COLUMN "deleted_at" TIMESTAMPTZ(3);
