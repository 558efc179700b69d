-- Messages between two people, and who may write to whom.
CREATE TYPE "MessageAudience" AS ENUM ('everyone', 'circle', 'nobody');
CREATE TYPE "MessageBox" AS ENUM ('inbox', 'requests');

ALTER TABLE "users" ADD COLUMN     "muted_messages" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "seen_marks" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "who_can_message" "MessageAudience" NOT NULL DEFAULT 'everyone';

CREATE TABLE "conversations" (
    "id" UUID NOT NULL,
    "first_id" UUID,
    "second_id" UUID,
    "last_seq" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "conversations_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "conversation_participants" (
    "conversation_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "box" "MessageBox" NOT NULL DEFAULT 'requests',
    "has_answered" BOOLEAN NOT NULL DEFAULT false,
    "seen_seq" INTEGER NOT NULL DEFAULT 0,
    "hidden_seq" INTEGER NOT NULL DEFAULT 0,
    "unread_count" INTEGER NOT NULL DEFAULT 0,
    "listed_at" TIMESTAMPTZ(3),

    CONSTRAINT "conversation_participants_pkey" PRIMARY KEY ("conversation_id","person_id")
);

CREATE TABLE "messages" (
    "id" UUID NOT NULL,
    "conversation_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "sender_id" UUID,
    "client_id" UUID NOT NULL,
    "text" TEXT NOT NULL DEFAULT '',
    "post_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "messages_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "conversations_first_id_second_id_key" ON "conversations"("first_id", "second_id");
CREATE INDEX "conversations_second_id_idx" ON "conversations"("second_id");
CREATE INDEX "conversation_participants_person_id_box_listed_at_conversat_idx"
    ON "conversation_participants"("person_id", "box", "listed_at" DESC, "conversation_id" DESC);
CREATE UNIQUE INDEX "messages_conversation_id_seq_key" ON "messages"("conversation_id", "seq");
CREATE UNIQUE INDEX "messages_sender_id_client_id_key" ON "messages"("sender_id", "client_id");

ALTER TABLE "conversations" ADD CONSTRAINT "conversations_first_id_fkey" FOREIGN KEY ("first_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_second_id_fkey" FOREIGN KEY ("second_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "conversation_participants" ADD CONSTRAINT "conversation_participants_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "conversation_participants" ADD CONSTRAINT "conversation_participants_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "messages" ADD CONSTRAINT "messages_sender_id_fkey" FOREIGN KEY ("sender_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "conversations" ADD CONSTRAINT "conversations_smaller_id_first" CHECK ("first_id" < "second_id");
ALTER TABLE "conversation_participants"
    ADD CONSTRAINT "conversation_participants_numbers_not_negative"
        CHECK ("seen_seq" >= 0 AND "hidden_seq" >= 0 AND "unread_count" >= 0);
ALTER TABLE "messages"
    ADD CONSTRAINT "messages_not_empty" CHECK ("text" <> '' OR "post_id" IS NOT NULL OR "deleted_at" IS NOT NULL);

-- What is unread is counted for every page.
CREATE INDEX "conversation_participants_unread_idx" ON "conversation_participants"("person_id")
    WHERE "unread_count" > 0 AND "box" = 'inbox';

-- Each message updates these rows.
ALTER TABLE "conversations" SET (fillfactor = 90);
ALTER TABLE "conversation_participants" SET (fillfactor = 90);

-- A push is of a notification, or of what is unread in a conversation. The release before reads only
-- rows with a notification and leaves the others for this one.
ALTER TABLE "push_messages" ALTER COLUMN "notification_id" DROP NOT NULL,
ADD COLUMN     "conversation_id" UUID;
CREATE UNIQUE INDEX "push_messages_conversation_id_subscription_id_key" ON "push_messages"("conversation_id", "subscription_id");
ALTER TABLE "push_messages" ADD CONSTRAINT "push_messages_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "push_messages" ADD CONSTRAINT "push_messages_about_one_thing"
    CHECK (num_nonnulls("notification_id", "conversation_id") = 1);
