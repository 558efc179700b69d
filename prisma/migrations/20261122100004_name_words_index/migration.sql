-- Names and usernames with a word that begins so. Prisma's schema can't say this index.
CREATE INDEX CONCURRENTLY "users_name_words_idx" ON "users" USING GIN (name_words("search_name", "username"));
