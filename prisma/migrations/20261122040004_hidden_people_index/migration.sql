-- Whom nobody sees: few, and every list leaves them out. Prisma's schema can't say the condition.
CREATE INDEX CONCURRENTLY "users_hidden_idx" ON "users" ("id") WHERE NOT "is_active";
