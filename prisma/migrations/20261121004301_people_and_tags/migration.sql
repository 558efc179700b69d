-- Trending tags: the tags of some days without looking at the posts.
CREATE INDEX "post_hashtags_created_at_tag_idx" ON "post_hashtags"("created_at", "tag");

-- People to join: a college's newest.
CREATE INDEX "users_college_name_created_at_id_idx" ON "users"("college_name", "created_at" DESC, "id" DESC);

-- Search, best matches: people whose text begins with the query, in its own order. By bytes whatever the
-- database's language, which Prisma's schema cannot say.
CREATE INDEX "users_search_text_prefix_idx" ON "users"("search_text" text_pattern_ops, "id");
