-- Transactions that notify commit one after the other, each waiting for the disk: a seventh of the throughput. So only
-- those are told of whose streams are open. The table is lost in a crash of the database, and made anew by the servers.
CREATE UNLOGGED TABLE "live_receivers" (
    "receiver_id" UUID NOT NULL,
    "instance_id" UUID NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "live_receivers_pkey" PRIMARY KEY ("receiver_id","instance_id")
);
CREATE INDEX "live_receivers_until_idx" ON "live_receivers"("until");
ALTER TABLE "live_receivers" ADD CONSTRAINT "live_receivers_receiver_id_fkey" FOREIGN KEY ("receiver_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Which of 256 locks stands for a person.
CREATE FUNCTION live_receiver_lock(receiver UUID) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
    SELECT hashtext(receiver::text) & 255
$$;

-- Writers share the lock of their receiver until they commit, and look who is live only then. Who comes live takes the
-- lock alone (lib/notifications/service/receivers.ts): so each write either sees them, or has committed before they read.
CREATE OR REPLACE FUNCTION tell_notifications_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock_shared(20261121, lock) FROM (SELECT DISTINCT live_receiver_lock(receiver_id) AS lock FROM changed) AS locks;
    PERFORM pg_notify('notifications', receiver_id::text) FROM (SELECT DISTINCT receiver_id FROM changed) AS receivers
        WHERE EXISTS (SELECT 1 FROM live_receivers l WHERE l.receiver_id = receivers.receiver_id);
    RETURN NULL;
END
$$;
