-- College IDs are private: they are found only as a whole, whatever the case. Prisma's schema can't say this index.
CREATE INDEX CONCURRENTLY "users_college_id_idx" ON "users" (lower("college_id")) WHERE "college_id" <> '';
