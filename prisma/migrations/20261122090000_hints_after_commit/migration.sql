-- Servers now publish a hint after each commit (lib/platform/realtime.ts), so writers no longer notify, lock or look who is
-- live. The table and its lock function stay for one release: instances of the one before still write to it.
DROP TRIGGER "notifications_inserted" ON "notifications";
DROP TRIGGER "notifications_updated" ON "notifications";
DROP TRIGGER "notifications_deleted" ON "notifications";
DROP FUNCTION tell_notifications_changed();
