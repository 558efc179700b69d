-- The few people who moderate.
CREATE INDEX CONCURRENTLY "users_staff_idx" ON "users"("id") WHERE "staff_role" IS NOT NULL;
