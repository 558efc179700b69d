-- Names that contain a word, or one like it.
CREATE INDEX CONCURRENTLY "users_search_name_idx" ON "users" USING GIN ("search_name" gin_trgm_ops);
