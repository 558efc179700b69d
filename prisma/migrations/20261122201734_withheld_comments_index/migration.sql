-- The few comments that moderators withhold.
CREATE INDEX CONCURRENTLY "comments_withheld_idx" ON "comments"("author_id", "withheld_at") WHERE "withheld_at" IS NOT NULL;
