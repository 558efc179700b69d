-- The log by who did it.
CREATE INDEX "moderation_log_actor_id_id_idx" ON "moderation_log"("actor_id", "id" DESC);

-- Addresses by their beginning, whatever the database's locale.
CREATE INDEX "users_email_prefix_idx" ON "users" ("email" text_pattern_ops);
-- The few people who are suspended or banned, or were.
CREATE INDEX "users_suspended_idx" ON "users" ("id") WHERE "suspended_at" IS NOT NULL;
