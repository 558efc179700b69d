-- The few posts that moderators withhold.
CREATE INDEX CONCURRENTLY "posts_withheld_idx" ON "posts"("author_id", "withheld_at") WHERE "withheld_at" IS NOT NULL;
