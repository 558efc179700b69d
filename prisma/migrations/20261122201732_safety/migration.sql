-- Blocks, mutes, reports, and what moderators decide.
CREATE TYPE "StaffRole" AS ENUM ('moderator', 'admin');
CREATE TYPE "ReportSubject" AS ENUM ('post', 'comment', 'message', 'person');
CREATE TYPE "ReportReason" AS ENUM ('spam', 'harassment', 'hate', 'nudity', 'violence', 'self_harm', 'impersonation', 'private_information', 'other');
CREATE TYPE "Outcome" AS ENUM ('no_violation', 'removed', 'warned', 'suspended', 'banned');

ALTER TYPE "NotificationType" ADD VALUE 'moderation';
ALTER TYPE "NotificationType" ADD VALUE 'report';

ALTER TABLE "comments" ADD COLUMN     "decision_id" UUID,
ADD COLUMN     "withheld_at" TIMESTAMPTZ(3);

ALTER TABLE "messages" ADD COLUMN     "decision_id" UUID,
ADD COLUMN     "withheld_at" TIMESTAMPTZ(3);

ALTER TABLE "posts" ADD COLUMN     "decision_id" UUID,
ADD COLUMN     "withheld_at" TIMESTAMPTZ(3);

ALTER TABLE "users" ADD COLUMN     "agreed_at" TIMESTAMPTZ(3),
ADD COLUMN     "agreed_version" TEXT,
ADD COLUMN     "muted_pattern" TEXT,
ADD COLUMN     "staff_role" "StaffRole",
ADD COLUMN     "suspended_at" TIMESTAMPTZ(3),
ADD COLUMN     "suspended_until" TIMESTAMPTZ(3),
ADD COLUMN     "suspension_id" UUID;

CREATE TABLE "blocks" (
    "blocker_id" UUID NOT NULL,
    "blocked_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "blocks_pkey" PRIMARY KEY ("blocker_id","blocked_id")
);

CREATE TABLE "mutes" (
    "muter_id" UUID NOT NULL,
    "muted_id" UUID NOT NULL,
    "until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mutes_pkey" PRIMARY KEY ("muter_id","muted_id")
);

CREATE TABLE "muted_words" (
    "user_id" UUID NOT NULL,
    "word" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "muted_words_pkey" PRIMARY KEY ("user_id","word")
);

CREATE TABLE "moderation_cases" (
    "id" UUID NOT NULL,
    "subject" "ReportSubject" NOT NULL,
    "subject_id" UUID NOT NULL,
    "person_id" UUID,
    "snapshot" JSONB NOT NULL,
    "reports_count" INTEGER NOT NULL DEFAULT 0,
    "severity" SMALLINT NOT NULL DEFAULT 0,
    "is_held" BOOLEAN NOT NULL DEFAULT false,
    "opened_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_reported_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "assignee_id" UUID,
    "assigned_at" TIMESTAMPTZ(3),
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "moderation_cases_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "reports" (
    "id" UUID NOT NULL,
    "case_id" UUID NOT NULL,
    "reporter_id" UUID,
    "subject" "ReportSubject" NOT NULL,
    "subject_id" UUID NOT NULL,
    "reason" "ReportReason" NOT NULL,
    "words" TEXT NOT NULL DEFAULT '',
    "evidence" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reports_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "decisions" (
    "id" UUID NOT NULL,
    "case_id" UUID NOT NULL,
    "person_id" UUID,
    "moderator_id" UUID,
    "outcome" "Outcome" NOT NULL,
    "reason" TEXT NOT NULL DEFAULT '',
    "days" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "undone_at" TIMESTAMPTZ(3),
    "undone_by_id" UUID,
    "undone_reason" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "decisions_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "appeals" (
    "id" UUID NOT NULL,
    "decision_id" UUID NOT NULL,
    "person_id" UUID,
    "words" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decided_at" TIMESTAMPTZ(3),
    "decided_by_id" UUID,
    "is_accepted" BOOLEAN,
    "answer" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "appeals_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "moderation_log" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor_id" UUID,
    "action" TEXT NOT NULL,
    "case_id" UUID,
    "person_id" UUID,
    "details" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "moderation_log_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "notices" (
    "id" UUID NOT NULL,
    "author_id" UUID,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ends_at" TIMESTAMPTZ(3),

    CONSTRAINT "notices_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "notice_views" (
    "notice_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "dismissed_at" TIMESTAMPTZ(3),

    CONSTRAINT "notice_views_pkey" PRIMARY KEY ("notice_id","user_id")
);

CREATE INDEX "blocks_blocker_id_created_at_blocked_id_idx" ON "blocks"("blocker_id", "created_at" DESC, "blocked_id");
CREATE INDEX "blocks_blocked_id_blocker_id_idx" ON "blocks"("blocked_id", "blocker_id");
CREATE INDEX "mutes_muter_id_created_at_muted_id_idx" ON "mutes"("muter_id", "created_at" DESC, "muted_id");
CREATE INDEX "mutes_muted_id_idx" ON "mutes"("muted_id");
CREATE INDEX "moderation_cases_subject_subject_id_idx" ON "moderation_cases"("subject", "subject_id");
CREATE INDEX "moderation_cases_person_id_opened_at_idx" ON "moderation_cases"("person_id", "opened_at" DESC);
CREATE INDEX "moderation_cases_assignee_id_idx" ON "moderation_cases"("assignee_id");
CREATE INDEX "moderation_cases_closed_at_id_idx" ON "moderation_cases"("closed_at" DESC, "id" DESC);
CREATE INDEX "reports_case_id_created_at_idx" ON "reports"("case_id", "created_at");
CREATE INDEX "reports_reporter_id_created_at_id_idx" ON "reports"("reporter_id", "created_at" DESC, "id" DESC);
CREATE UNIQUE INDEX "reports_reporter_id_subject_subject_id_key" ON "reports"("reporter_id", "subject", "subject_id");
CREATE INDEX "decisions_case_id_created_at_idx" ON "decisions"("case_id", "created_at");
CREATE INDEX "decisions_person_id_created_at_id_idx" ON "decisions"("person_id", "created_at" DESC, "id" DESC);
CREATE INDEX "decisions_moderator_id_idx" ON "decisions"("moderator_id");
CREATE INDEX "decisions_undone_by_id_idx" ON "decisions"("undone_by_id");
CREATE INDEX "decisions_created_at_idx" ON "decisions"("created_at");
CREATE UNIQUE INDEX "appeals_decision_id_key" ON "appeals"("decision_id");
CREATE INDEX "appeals_person_id_idx" ON "appeals"("person_id");
CREATE INDEX "appeals_decided_by_id_idx" ON "appeals"("decided_by_id");
CREATE INDEX "appeals_decided_at_created_at_idx" ON "appeals"("decided_at", "created_at");
CREATE INDEX "moderation_log_case_id_idx" ON "moderation_log"("case_id");
CREATE INDEX "moderation_log_person_id_id_idx" ON "moderation_log"("person_id", "id" DESC);
CREATE INDEX "notices_created_at_idx" ON "notices"("created_at" DESC);
CREATE INDEX "notices_author_id_idx" ON "notices"("author_id");
CREATE INDEX "notice_views_user_id_idx" ON "notice_views"("user_id");

ALTER TABLE "blocks" ADD CONSTRAINT "blocks_blocker_id_fkey" FOREIGN KEY ("blocker_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_blocked_id_fkey" FOREIGN KEY ("blocked_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "mutes" ADD CONSTRAINT "mutes_muter_id_fkey" FOREIGN KEY ("muter_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "mutes" ADD CONSTRAINT "mutes_muted_id_fkey" FOREIGN KEY ("muted_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "muted_words" ADD CONSTRAINT "muted_words_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "moderation_cases" ADD CONSTRAINT "moderation_cases_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "moderation_cases" ADD CONSTRAINT "moderation_cases_assignee_id_fkey" FOREIGN KEY ("assignee_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "reports" ADD CONSTRAINT "reports_case_id_fkey" FOREIGN KEY ("case_id") REFERENCES "moderation_cases"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_id_fkey" FOREIGN KEY ("reporter_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_case_id_fkey" FOREIGN KEY ("case_id") REFERENCES "moderation_cases"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_moderator_id_fkey" FOREIGN KEY ("moderator_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_undone_by_id_fkey" FOREIGN KEY ("undone_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_decision_id_fkey" FOREIGN KEY ("decision_id") REFERENCES "decisions"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_decided_by_id_fkey" FOREIGN KEY ("decided_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "notices" ADD CONSTRAINT "notices_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "notice_views" ADD CONSTRAINT "notice_views_notice_id_fkey" FOREIGN KEY ("notice_id") REFERENCES "notices"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "notice_views" ADD CONSTRAINT "notice_views_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "blocks" ADD CONSTRAINT "blocks_two_people" CHECK ("blocker_id" <> "blocked_id");
ALTER TABLE "mutes" ADD CONSTRAINT "mutes_two_people" CHECK ("muter_id" <> "muted_id");
ALTER TABLE "decisions"
    ADD CONSTRAINT "decisions_days_of_suspensions"
        CHECK (("outcome" = 'suspended') = ("days" IS NOT NULL) AND "days" > 0),
    ADD CONSTRAINT "decisions_reasons" CHECK ("outcome" = 'no_violation' OR "reason" <> '');

-- Two reports at once open one case.
CREATE UNIQUE INDEX "moderation_cases_open_key" ON "moderation_cases"("subject", "subject_id") WHERE "closed_at" IS NULL;
-- The queue: the worst first, then the oldest.
CREATE INDEX "moderation_cases_queue_idx" ON "moderation_cases"("severity" DESC, "opened_at", "id") WHERE "closed_at" IS NULL;

-- What moderators did can only be added to, by the owner of the database as well.
CREATE FUNCTION moderation_log_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'moderation_log is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER moderation_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "moderation_log"
    FOR EACH STATEMENT EXECUTE FUNCTION moderation_log_is_append_only();
