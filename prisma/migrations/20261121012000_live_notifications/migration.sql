-- Whoever's notifications change is named on the channel `notifications` when the change commits: written, renewed,
-- marked seen, deleted, by whatever statement and also by a cascade. One notice for each statement and person; the
-- same notice twice in one transaction is sent once. The servers listen (lib/platform/listen.ts).
CREATE FUNCTION tell_notifications_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('notifications', receiver_id::text) FROM (SELECT DISTINCT receiver_id FROM changed) AS receivers;
    RETURN NULL;
END
$$;

CREATE TRIGGER notifications_inserted AFTER INSERT ON "notifications"
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_notifications_changed();
CREATE TRIGGER notifications_updated AFTER UPDATE ON "notifications"
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_notifications_changed();
CREATE TRIGGER notifications_deleted AFTER DELETE ON "notifications"
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_notifications_changed();
