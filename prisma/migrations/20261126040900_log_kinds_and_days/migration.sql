-- The log by kind, and by day.
CREATE INDEX "moderation_log_action_id_idx" ON "moderation_log"("action", "id" DESC);
CREATE INDEX "moderation_log_at_idx" ON "moderation_log"("at");
