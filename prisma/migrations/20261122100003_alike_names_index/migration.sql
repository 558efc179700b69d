-- Names by how like they are to what was typed, the most alike first, and names that contain it. Prisma's schema can't say
-- the condition. Signatures of 64 bytes, not 12, spare nearly all looks at names that are not alike.
CREATE INDEX CONCURRENTLY "users_alike_idx" ON "users" USING GIST ("search_name" gist_trgm_ops(siglen=64)) WHERE "is_active" AND "verified_at" IS NOT NULL;
