-- Names that begin with what was typed, in the order of the list.
CREATE INDEX CONCURRENTLY "users_search_name_id_idx" ON "users"("search_name", "id");
