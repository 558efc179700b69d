-- The few posts that wait to be removed. Prisma's schema can't say the condition.
CREATE INDEX CONCURRENTLY "posts_deleted_idx" ON "posts" ("deleted_at") WHERE "deleted_at" IS NOT NULL;
