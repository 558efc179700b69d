-- The whole data model of prisma/schema.prisma: types, tables, indexes and foreign keys as Prisma
-- writes them, and what its schema cannot say: the functions that columns and indexes use come
-- first, checks, further indexes, the append-only log and storage settings last.

-- ─── Functions of the search for people ─────────────────────────────────────────────────────────

-- Finds parts of names, and names with typos.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- One folding for names, tags and muted words, the same as lib/text/fold.ts: NFKC, lower case,
-- without accents, nukta and invisible characters, one space between words. ICU's rules for case do
-- not depend on the database's locale. ASCII, as most captions are, needs a quarter of the time
-- without the tables (6 µs).
CREATE FUNCTION fold_name(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT CASE WHEN octet_length(name) = length(name)
        THEN btrim(regexp_replace(lower(name COLLATE "C"), '[\t-\r ]+', ' ', 'g'), ' ')
    ELSE btrim(regexp_replace(normalize(
        translate(replace(replace(replace(replace(
            regexp_replace(lower(normalize(name, NFKD) COLLATE "und-x-icu") COLLATE "C",
                '[\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u093c\u09bc\u0a3c\u0abc\u0b3c\u0c3c\u0cbc\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20f0\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\U000e0000-\U000e0fff]+',
                '', 'g'),
            'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
            'øđðħıłŧς‘’“”‐–—', 'oddhiltσ''''""---'),
        NFC), '[\t-\r \u0085\u1680\u2028\u2029]+', ' ', 'g'), ' ') END
$$;

-- What a person is found by: every word of the folded name, also without the signs around it, and
-- the username.
CREATE FUNCTION name_words(folded_name text, username text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT array_to_tsvector(array_remove(
        string_to_array(concat_ws(' ', folded_name, translate(folded_name, ',;"()[]{}<>', '           '), username), ' '), ''))
$$;

-- Finds whoever has, for each word typed, one that begins with it. Any sign may stand in a word;
-- without a word it is null and finds no one. The schema is named because indexes are made and
-- analysed with an empty search path.
CREATE FUNCTION name_query(typed text) RETURNS tsquery LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT string_agg('''' || replace(replace(word, '\', '\\'), '''', '''''') || ''':*', ' & ')::tsquery
    FROM unnest(string_to_array(public.fold_name(typed), ' ')) word
$$;

-- ─── Types ──────────────────────────────────────────────────────────────────────────────────────

CREATE TYPE "MediaType" AS ENUM ('image', 'video');
CREATE TYPE "MediaPurpose" AS ENUM ('post', 'avatar', 'banner');
CREATE TYPE "AuthProvider" AS ENUM ('email', 'google', 'oidc');
CREATE TYPE "NotificationType" AS ENUM ('like', 'comment', 'follow', 'reply', 'comment_like', 'mention', 'moderation', 'report', 'case', 'affiliation');
CREATE TYPE "CommentAudience" AS ENUM ('everyone', 'circle', 'nobody');
CREATE TYPE "MessageAudience" AS ENUM ('everyone', 'circle', 'nobody');
CREATE TYPE "MentionAudience" AS ENUM ('everyone', 'circle', 'nobody');
CREATE TYPE "MessageBox" AS ENUM ('inbox', 'requests');
CREATE TYPE "StaffRole" AS ENUM ('moderator', 'admin');
CREATE TYPE "MemberRole" AS ENUM ('student', 'alumni', 'faculty', 'staff');
CREATE TYPE "BatchAudience" AS ENUM ('everyone', 'circle');
CREATE TYPE "AffiliationRequestState" AS ENUM ('pending', 'confirmed', 'rejected');
CREATE TYPE "ReportSubject" AS ENUM ('post', 'comment', 'message', 'person', 'notification');
CREATE TYPE "ReportReason" AS ENUM ('spam', 'harassment', 'hate', 'nudity', 'violence', 'self_harm', 'impersonation', 'private_information', 'ragging', 'sexual_under_18', 'other');
CREATE TYPE "Outcome" AS ENUM ('no_violation', 'removed', 'warned', 'suspended', 'banned');

-- ─── Tables ─────────────────────────────────────────────────────────────────────────────────────

CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "username" TEXT,
    "username_changed_at" TIMESTAMPTZ(3),
    "name" TEXT NOT NULL DEFAULT 'Anonymous User',
    "former_name" TEXT NOT NULL DEFAULT '',
    "name_changed_at" TIMESTAMPTZ(3),
    "college_name" TEXT NOT NULL DEFAULT '--',
    "college_id" TEXT NOT NULL DEFAULT '',
    "bio" TEXT NOT NULL DEFAULT '',
    "avatar_id" TEXT,
    "banner_id" TEXT,
    "provider" "AuthProvider" NOT NULL DEFAULT 'email',
    "google_sub" TEXT,
    "oidc_subject" TEXT,
    "password_hash" TEXT,
    "role" "MemberRole" NOT NULL DEFAULT 'student',
    "department" TEXT,
    "programme" TEXT,
    "batch" SMALLINT,
    "section" TEXT,
    "who_sees_batch" "BatchAudience" NOT NULL DEFAULT 'everyone',
    "is_listed" BOOLEAN NOT NULL DEFAULT true,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "deactivated_at" TIMESTAMPTZ(3),
    "switched_off_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),
    "suspended_at" TIMESTAMPTZ(3),
    "suspended_until" TIMESTAMPTZ(3),
    "suspension_id" UUID,
    "staff_role" "StaffRole",
    "is_adult" BOOLEAN,
    "age_said_at" TIMESTAMPTZ(3),
    "minor_confirmed_at" TIMESTAMPTZ(3),
    "agreed_version" TEXT,
    "agreed_at" TIMESTAMPTZ(3),
    "muted_pattern" TEXT,
    "verified_at" TIMESTAMPTZ(3),
    "registered_browser" TEXT,
    "followers_count" INTEGER NOT NULL DEFAULT 0,
    "following_count" INTEGER NOT NULL DEFAULT 0,
    "posts_count" INTEGER NOT NULL DEFAULT 0,
    "notifications_viewed_at" TIMESTAMPTZ(3),
    "muted_notifications" "NotificationType"[] DEFAULT ARRAY[]::"NotificationType"[],
    "muted_custom" BOOLEAN NOT NULL DEFAULT false,
    "custom_from_everyone" BOOLEAN NOT NULL DEFAULT true,
    "muted_messages" BOOLEAN NOT NULL DEFAULT false,
    "shows_message_text" BOOLEAN NOT NULL DEFAULT false,
    "who_can_message" "MessageAudience" NOT NULL DEFAULT 'everyone',
    "who_can_mention" "MentionAudience" NOT NULL DEFAULT 'everyone',
    "seen_marks" BOOLEAN NOT NULL DEFAULT true,
    "hides_checklist" BOOLEAN NOT NULL DEFAULT false,
    "hides_suggestions" BOOLEAN NOT NULL DEFAULT false,
    -- Sorted by bytes whatever the database's language, so that its index finds beginnings.
    "search_name" TEXT COLLATE "C" GENERATED ALWAYS AS (fold_name("name")) STORED,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "affiliation_requests" (
    "user_id" UUID NOT NULL,
    "role" "MemberRole" NOT NULL,
    "department" TEXT,
    "state" "AffiliationRequestState" NOT NULL DEFAULT 'pending',
    "decided_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "affiliation_requests_pkey" PRIMARY KEY ("user_id")
);

CREATE TABLE "roster_entries" (
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL DEFAULT '',
    "college_name" TEXT NOT NULL,
    "role" "MemberRole" NOT NULL,
    "department" TEXT,
    "batch" SMALLINT,
    "added_by_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "invited_at" TIMESTAMPTZ(3),

    CONSTRAINT "roster_entries_pkey" PRIMARY KEY ("email")
);

CREATE TABLE "one_time_codes" (
    "id" UUID NOT NULL,
    "user_id" UUID,
    "code_hash" TEXT NOT NULL,
    "mailbox" TEXT,
    "browser" TEXT,
    "network" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "network_attempts" INTEGER NOT NULL DEFAULT 0,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "consumed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "one_time_codes_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "sessions" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "previous_hash" BYTEA,
    "sealed_successor" BYTEA,
    "rotated_at" TIMESTAMPTZ(3),
    "user_agent" TEXT NOT NULL DEFAULT '',
    "proven_at" TIMESTAMPTZ(3),
    "browser" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "media_assets" (
    "id" UUID NOT NULL,
    "public_id" TEXT NOT NULL,
    "owner_id" UUID NOT NULL,
    "media_type" "MediaType" NOT NULL,
    "purpose" "MediaPurpose" NOT NULL DEFAULT 'post',
    "format" TEXT NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "duration" DOUBLE PRECISION,
    "bytes" INTEGER NOT NULL,
    "placeholder" TEXT NOT NULL DEFAULT '',
    "has_poster" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attached_at" TIMESTAMPTZ(3),
    "is_withheld" BOOLEAN NOT NULL DEFAULT false,
    "host_due_at" TIMESTAMPTZ(3),

    CONSTRAINT "media_assets_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "media_deletions" (
    "id" UUID NOT NULL,
    "public_id" TEXT NOT NULL,
    "media_type" "MediaType" NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "media_deletions_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "posts" (
    "id" UUID NOT NULL,
    "author_id" UUID NOT NULL,
    "caption" TEXT NOT NULL DEFAULT '',
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "hashtags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "likes_count" INTEGER NOT NULL DEFAULT 0,
    "comments_count" INTEGER NOT NULL DEFAULT 0,
    "shares_count" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),
    "withheld_at" TIMESTAMPTZ(3),
    "decision_id" UUID,
    "card_background" TEXT,
    "who_can_comment" "CommentAudience" NOT NULL DEFAULT 'everyone',
    "edited_at" TIMESTAMPTZ(3),

    CONSTRAINT "posts_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "post_media" (
    "post_id" UUID NOT NULL,
    "position" SMALLINT NOT NULL,
    "asset_id" UUID NOT NULL,
    "alt_text" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "post_media_pkey" PRIMARY KEY ("post_id","position")
);

CREATE TABLE "likes" (
    "post_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "likes_pkey" PRIMARY KEY ("post_id","user_id")
);

CREATE TABLE "comments" (
    "id" UUID NOT NULL,
    "post_id" UUID NOT NULL,
    "author_id" UUID,
    "content" TEXT NOT NULL,
    "client_id" UUID,
    "thread_id" UUID,
    "answered_id" UUID,
    "replies_count" INTEGER NOT NULL DEFAULT 0,
    "likes_count" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "edited_at" TIMESTAMPTZ(3),
    "withheld_at" TIMESTAMPTZ(3),
    "decision_id" UUID,

    CONSTRAINT "comments_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "comment_likes" (
    "comment_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "comment_likes_pkey" PRIMARY KEY ("comment_id","user_id")
);

CREATE TABLE "mentions" (
    "id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "username" TEXT NOT NULL,
    "post_id" UUID,
    "comment_id" UUID,
    "message_id" UUID,
    "profile_id" UUID,

    CONSTRAINT "mentions_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "post_mutes" (
    "user_id" UUID NOT NULL,
    "post_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "post_mutes_pkey" PRIMARY KEY ("user_id","post_id")
);

CREATE TABLE "shares" (
    "post_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "shares_pkey" PRIMARY KEY ("post_id","user_id")
);

CREATE TABLE "bookmarks" (
    "post_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "bookmarks_pkey" PRIMARY KEY ("post_id","user_id")
);

CREATE TABLE "follows" (
    "follower_id" UUID NOT NULL,
    "followee_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "follows_pkey" PRIMARY KEY ("follower_id","followee_id")
);

CREATE TABLE "notifications" (
    "id" UUID NOT NULL,
    "receiver_id" UUID NOT NULL,
    "sender_id" UUID NOT NULL,
    "type" "NotificationType" NOT NULL,
    "custom_type" "NotificationType",
    "post_id" UUID,
    "comment_id" UUID,
    "message" TEXT NOT NULL,
    "seen" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "notifications_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "push_subscriptions" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "endpoint" TEXT NOT NULL,
    "p256dh" BYTEA NOT NULL,
    "auth" BYTEA NOT NULL,
    "rejections" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "push_subscriptions_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "push_messages" (
    "id" UUID NOT NULL,
    "notification_id" UUID,
    "conversation_id" UUID,
    "subscription_id" UUID NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "push_messages_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "sent_pushes" (
    "notification_id" UUID NOT NULL,
    "subscription_id" UUID NOT NULL,
    "sent_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sent_pushes_pkey" PRIMARY KEY ("notification_id","subscription_id")
);

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
    "withheld_at" TIMESTAMPTZ(3),
    "decision_id" UUID,

    CONSTRAINT "messages_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "hashtags" (
    "tag" TEXT NOT NULL,
    "posts_count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "hashtags_pkey" PRIMARY KEY ("tag")
);

CREATE TABLE "post_hashtags" (
    "tag" TEXT NOT NULL,
    "post_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "post_hashtags_pkey" PRIMARY KEY ("tag","post_id")
);

CREATE TABLE "page_views" (
    "path" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "page_views_pkey" PRIMARY KEY ("day","path")
);

CREATE TABLE "outbox_mails" (
    "id" UUID NOT NULL,
    "to" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "html" TEXT NOT NULL,
    "idempotency_key" TEXT NOT NULL,
    "rank" SMALLINT NOT NULL DEFAULT 2,
    "site" TEXT,
    "code_id" UUID,
    "batch" UUID,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "outbox_mails_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "mail_pace" (
    "id" INTEGER NOT NULL,
    "next_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "failing_since" TIMESTAMPTZ(3),
    "day" DATE NOT NULL DEFAULT CURRENT_DATE,
    "sent_today" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "mail_pace_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "rate_limits" (
    "key" TEXT NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 0,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("key")
);

CREATE TABLE "tallies" (
    "name" TEXT NOT NULL,
    "value" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "tallies_pkey" PRIMARY KEY ("name")
);

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
    "is_sealed" BOOLEAN NOT NULL DEFAULT false,
    "opened_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_reported_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "assignee_id" UUID,
    "assigned_at" TIMESTAMPTZ(3),
    "closed_at" TIMESTAMPTZ(3),
    "preserved_at" TIMESTAMPTZ(3),
    "involved_ids" UUID[] DEFAULT ARRAY[]::UUID[],

    CONSTRAINT "moderation_cases_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "case_notes" (
    "id" UUID NOT NULL,
    "case_id" UUID NOT NULL,
    "author_id" UUID,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "case_notes_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "reports" (
    "id" UUID NOT NULL,
    "case_id" UUID,
    "reporter_id" UUID,
    "is_unseen" BOOLEAN NOT NULL DEFAULT false,
    "has_hidden" BOOLEAN NOT NULL DEFAULT false,
    "subject" "ReportSubject" NOT NULL,
    "subject_id" UUID NOT NULL,
    "reason" "ReportReason" NOT NULL,
    "text" TEXT NOT NULL DEFAULT '',
    "evidence" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "reports_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "former_texts" (
    "id" UUID NOT NULL,
    "subject" "ReportSubject" NOT NULL,
    "subject_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "post_id" UUID,
    "is_history" BOOLEAN NOT NULL DEFAULT false,
    "shown_until" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "former_texts_pkey" PRIMARY KEY ("id")
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
    "confirmed_at" TIMESTAMPTZ(3),
    "confirmed_by_id" UUID,

    CONSTRAINT "decisions_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "appeals" (
    "id" UUID NOT NULL,
    "decision_id" UUID NOT NULL,
    "person_id" UUID,
    "text" TEXT NOT NULL,
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

CREATE TABLE "consents" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "document" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "is_given" BOOLEAN NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "consents_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "standing_changes" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "person_id" UUID NOT NULL,
    "is_deleted" BOOLEAN NOT NULL,
    "suspensions" JSONB NOT NULL,

    CONSTRAINT "standing_changes_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "revocations" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "subject" TEXT NOT NULL,
    "subject_id" UUID NOT NULL,
    "state" JSONB NOT NULL,
    "is_filed" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "revocations_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "complaints" (
    "id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "reason" TEXT NOT NULL,
    "severity" SMALLINT NOT NULL DEFAULT 1,
    "place" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "email" TEXT NOT NULL DEFAULT '',
    "is_confirmed" BOOLEAN NOT NULL DEFAULT true,
    "handled_at" TIMESTAMPTZ(3),

    CONSTRAINT "complaints_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "former_members" (
    "mailbox" TEXT NOT NULL,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "case_ids" UUID[],
    "report_ids" UUID[],
    "limits" JSONB NOT NULL DEFAULT '[]',
    "columns" JSONB NOT NULL DEFAULT '{}',
    "affiliation_request" JSONB,

    CONSTRAINT "former_members_pkey" PRIMARY KEY ("mailbox")
);

CREATE TABLE "former_member_hiders" (
    "mailbox" TEXT NOT NULL,
    "hider_id" UUID NOT NULL,
    "is_block" BOOLEAN NOT NULL,
    "until" TIMESTAMPTZ(3),

    CONSTRAINT "former_member_hiders_pkey" PRIMARY KEY ("mailbox","hider_id","is_block")
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

-- ─── Indexes ────────────────────────────────────────────────────────────────────────────────────

CREATE UNIQUE INDEX "users_email_key" ON "users"("email");
CREATE UNIQUE INDEX "users_username_key" ON "users"("username");
CREATE UNIQUE INDEX "users_google_sub_key" ON "users"("google_sub");

-- CreateIndex
CREATE UNIQUE INDEX "users_oidc_subject_key" ON "users"("oidc_subject");
CREATE INDEX "users_created_at_id_idx" ON "users"("created_at" DESC, "id" DESC);
CREATE INDEX "users_college_name_created_at_id_idx" ON "users"("college_name", "created_at" DESC, "id" DESC);
CREATE INDEX "users_search_name_id_idx" ON "users"("search_name", "id");
CREATE INDEX "users_verified_at_created_at_idx" ON "users"("verified_at", "created_at");

CREATE INDEX "affiliation_requests_state_created_at_idx" ON "affiliation_requests"("state", "created_at");
CREATE INDEX "affiliation_requests_decided_by_id_idx" ON "affiliation_requests"("decided_by_id");
CREATE INDEX "roster_entries_added_by_id_idx" ON "roster_entries"("added_by_id");
CREATE INDEX "roster_entries_created_at_idx" ON "roster_entries"("created_at");
CREATE INDEX "one_time_codes_user_id_created_at_idx" ON "one_time_codes"("user_id", "created_at" DESC);
CREATE INDEX "one_time_codes_mailbox_created_at_idx" ON "one_time_codes"("mailbox", "created_at" DESC);
CREATE INDEX "one_time_codes_expires_at_idx" ON "one_time_codes"("expires_at");

CREATE INDEX "sessions_user_id_last_seen_at_idx" ON "sessions"("user_id", "last_seen_at" DESC);
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

CREATE UNIQUE INDEX "media_assets_public_id_key" ON "media_assets"("public_id");
CREATE INDEX "media_assets_owner_id_idx" ON "media_assets"("owner_id");
CREATE INDEX "media_assets_attached_at_created_at_idx" ON "media_assets"("attached_at", "created_at");

CREATE INDEX "media_deletions_next_attempt_at_idx" ON "media_deletions"("next_attempt_at");

CREATE INDEX "posts_created_at_id_idx" ON "posts"("created_at" DESC, "id" DESC);
CREATE INDEX "posts_author_id_created_at_id_idx" ON "posts"("author_id", "created_at" DESC, "id" DESC);

CREATE UNIQUE INDEX "post_media_asset_id_key" ON "post_media"("asset_id");

CREATE INDEX "likes_post_id_created_at_user_id_idx" ON "likes"("post_id", "created_at" DESC, "user_id");
CREATE INDEX "likes_user_id_created_at_idx" ON "likes"("user_id", "created_at" DESC);

CREATE INDEX "comments_post_id_created_at_id_idx" ON "comments"("post_id", "created_at" DESC, "id" DESC);
CREATE INDEX "comments_thread_id_created_at_id_idx" ON "comments"("thread_id", "created_at", "id");
CREATE UNIQUE INDEX "comments_author_id_client_id_key" ON "comments"("author_id", "client_id");

CREATE INDEX "comment_likes_comment_id_created_at_user_id_idx" ON "comment_likes"("comment_id", "created_at" DESC, "user_id");
CREATE INDEX "comment_likes_user_id_created_at_idx" ON "comment_likes"("user_id", "created_at" DESC);

CREATE UNIQUE INDEX "mentions_post_id_person_id_key" ON "mentions"("post_id", "person_id");
CREATE UNIQUE INDEX "mentions_comment_id_person_id_key" ON "mentions"("comment_id", "person_id");
CREATE UNIQUE INDEX "mentions_message_id_person_id_key" ON "mentions"("message_id", "person_id");
CREATE UNIQUE INDEX "mentions_profile_id_person_id_key" ON "mentions"("profile_id", "person_id");
CREATE INDEX "mentions_person_id_idx" ON "mentions"("person_id");
CREATE INDEX "post_mutes_post_id_idx" ON "post_mutes"("post_id");

CREATE INDEX "shares_user_id_idx" ON "shares"("user_id");

CREATE INDEX "bookmarks_user_id_created_at_post_id_idx" ON "bookmarks"("user_id", "created_at" DESC, "post_id" DESC);

CREATE INDEX "follows_followee_id_created_at_follower_id_idx" ON "follows"("followee_id", "created_at" DESC, "follower_id");
CREATE INDEX "follows_follower_id_created_at_followee_id_idx" ON "follows"("follower_id", "created_at" DESC, "followee_id");

CREATE INDEX "notifications_sender_id_receiver_id_type_post_id_idx" ON "notifications"("sender_id", "receiver_id", "type", "post_id");
CREATE INDEX "notifications_receiver_id_created_at_id_idx" ON "notifications"("receiver_id", "created_at" DESC, "id" DESC);
CREATE INDEX "notifications_receiver_id_seen_idx" ON "notifications"("receiver_id", "seen");
CREATE INDEX "notifications_post_id_idx" ON "notifications"("post_id");
CREATE INDEX "notifications_comment_id_idx" ON "notifications"("comment_id");

CREATE UNIQUE INDEX "push_subscriptions_endpoint_key" ON "push_subscriptions"("endpoint");
CREATE INDEX "push_subscriptions_user_id_created_at_idx" ON "push_subscriptions"("user_id", "created_at");
CREATE INDEX "push_subscriptions_session_id_idx" ON "push_subscriptions"("session_id");

CREATE INDEX "push_messages_next_attempt_at_idx" ON "push_messages"("next_attempt_at");
CREATE INDEX "push_messages_subscription_id_idx" ON "push_messages"("subscription_id");
CREATE UNIQUE INDEX "push_messages_notification_id_subscription_id_key" ON "push_messages"("notification_id", "subscription_id");
CREATE UNIQUE INDEX "push_messages_conversation_id_subscription_id_key" ON "push_messages"("conversation_id", "subscription_id");

CREATE INDEX "sent_pushes_subscription_id_idx" ON "sent_pushes"("subscription_id");
CREATE INDEX "sent_pushes_sent_at_idx" ON "sent_pushes"("sent_at");

CREATE INDEX "conversations_second_id_idx" ON "conversations"("second_id");
CREATE UNIQUE INDEX "conversations_first_id_second_id_key" ON "conversations"("first_id", "second_id");

CREATE INDEX "conversation_participants_person_id_box_listed_at_conversat_idx" ON "conversation_participants"("person_id", "box", "listed_at" DESC, "conversation_id" DESC);

CREATE UNIQUE INDEX "messages_conversation_id_seq_key" ON "messages"("conversation_id", "seq");
CREATE UNIQUE INDEX "messages_sender_id_client_id_key" ON "messages"("sender_id", "client_id");

CREATE INDEX "post_hashtags_tag_created_at_post_id_idx" ON "post_hashtags"("tag", "created_at" DESC, "post_id" DESC);
CREATE INDEX "post_hashtags_created_at_tag_idx" ON "post_hashtags"("created_at", "tag");
CREATE INDEX "post_hashtags_post_id_idx" ON "post_hashtags"("post_id");

CREATE UNIQUE INDEX "outbox_mails_idempotency_key_key" ON "outbox_mails"("idempotency_key");
CREATE INDEX "outbox_mails_to_created_at_idx" ON "outbox_mails"("to", "created_at" DESC);
CREATE INDEX "outbox_mails_created_at_idx" ON "outbox_mails"("created_at" DESC);
CREATE INDEX "outbox_mails_next_attempt_at_idx" ON "outbox_mails"("next_attempt_at");
CREATE INDEX "outbox_mails_code_id_idx" ON "outbox_mails"("code_id");

CREATE INDEX "rate_limits_expires_at_idx" ON "rate_limits"("expires_at");

CREATE INDEX "blocks_blocker_id_created_at_blocked_id_idx" ON "blocks"("blocker_id", "created_at" DESC, "blocked_id");
CREATE INDEX "blocks_blocked_id_blocker_id_idx" ON "blocks"("blocked_id", "blocker_id");

CREATE INDEX "mutes_muter_id_created_at_muted_id_idx" ON "mutes"("muter_id", "created_at" DESC, "muted_id");
CREATE INDEX "mutes_muted_id_idx" ON "mutes"("muted_id");

CREATE INDEX "moderation_cases_subject_subject_id_idx" ON "moderation_cases"("subject", "subject_id");
CREATE INDEX "moderation_cases_person_id_opened_at_idx" ON "moderation_cases"("person_id", "opened_at" DESC);
CREATE INDEX "moderation_cases_assignee_id_idx" ON "moderation_cases"("assignee_id");
CREATE INDEX "moderation_cases_closed_at_id_idx" ON "moderation_cases"("closed_at" DESC, "id" DESC);

CREATE INDEX "reports_reporter_id_subject_subject_id_created_at_idx" ON "reports"("reporter_id", "subject", "subject_id", "created_at" DESC);
CREATE INDEX "reports_case_id_created_at_idx" ON "reports"("case_id", "created_at");
CREATE INDEX "reports_reporter_id_created_at_id_idx" ON "reports"("reporter_id", "created_at" DESC, "id" DESC);

CREATE INDEX "former_texts_subject_subject_id_shown_until_idx" ON "former_texts"("subject", "subject_id", "shown_until");
CREATE INDEX "former_texts_person_id_shown_until_idx" ON "former_texts"("person_id", "shown_until" DESC);
CREATE INDEX "former_texts_shown_until_idx" ON "former_texts"("shown_until");

CREATE INDEX "decisions_case_id_created_at_idx" ON "decisions"("case_id", "created_at");
CREATE INDEX "decisions_person_id_created_at_id_idx" ON "decisions"("person_id", "created_at" DESC, "id" DESC);
CREATE INDEX "decisions_moderator_id_idx" ON "decisions"("moderator_id");
CREATE INDEX "decisions_undone_by_id_idx" ON "decisions"("undone_by_id");
CREATE INDEX "decisions_confirmed_by_id_idx" ON "decisions"("confirmed_by_id");
CREATE INDEX "decisions_created_at_idx" ON "decisions"("created_at");

CREATE UNIQUE INDEX "appeals_decision_id_key" ON "appeals"("decision_id");
CREATE INDEX "appeals_person_id_idx" ON "appeals"("person_id");
CREATE INDEX "appeals_decided_by_id_idx" ON "appeals"("decided_by_id");
CREATE INDEX "appeals_decided_at_created_at_idx" ON "appeals"("decided_at", "created_at");

CREATE INDEX "moderation_log_case_id_idx" ON "moderation_log"("case_id");
CREATE INDEX "moderation_log_person_id_id_idx" ON "moderation_log"("person_id", "id" DESC);
CREATE INDEX "moderation_log_actor_id_id_idx" ON "moderation_log"("actor_id", "id" DESC);
CREATE INDEX "moderation_log_action_id_idx" ON "moderation_log"("action", "id" DESC);
CREATE INDEX "moderation_log_at_idx" ON "moderation_log"("at");
CREATE INDEX "moderation_cases_involved_ids_idx" ON "moderation_cases" USING GIN ("involved_ids");
CREATE INDEX "case_notes_case_id_created_at_idx" ON "case_notes"("case_id", "created_at");
CREATE INDEX "case_notes_author_id_idx" ON "case_notes"("author_id");

CREATE INDEX "consents_user_id_at_idx" ON "consents"("user_id", "at");

CREATE INDEX "complaints_handled_at_is_confirmed_severity_created_at_idx" ON "complaints"("handled_at", "is_confirmed" DESC, "severity" DESC, "created_at");

CREATE INDEX "former_members_deleted_at_idx" ON "former_members"("deleted_at");
CREATE INDEX "former_members_case_ids_idx" ON "former_members" USING GIN ("case_ids");

CREATE INDEX "former_member_hiders_hider_id_idx" ON "former_member_hiders"("hider_id");

CREATE INDEX "notices_created_at_idx" ON "notices"("created_at" DESC);
CREATE INDEX "notices_author_id_idx" ON "notices"("author_id");

CREATE INDEX "notice_views_user_id_idx" ON "notice_views"("user_id");

-- ─── Foreign keys ───────────────────────────────────────────────────────────────────────────────

ALTER TABLE "affiliation_requests" ADD CONSTRAINT "affiliation_requests_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "affiliation_requests" ADD CONSTRAINT "affiliation_requests_decided_by_id_fkey" FOREIGN KEY ("decided_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "roster_entries" ADD CONSTRAINT "roster_entries_added_by_id_fkey" FOREIGN KEY ("added_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "one_time_codes" ADD CONSTRAINT "one_time_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "case_notes" ADD CONSTRAINT "case_notes_case_id_fkey" FOREIGN KEY ("case_id") REFERENCES "moderation_cases"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "case_notes" ADD CONSTRAINT "case_notes_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "media_assets" ADD CONSTRAINT "media_assets_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "posts" ADD CONSTRAINT "posts_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "post_media" ADD CONSTRAINT "post_media_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "posts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "post_media" ADD CONSTRAINT "post_media_asset_id_fkey" FOREIGN KEY ("asset_id") REFERENCES "media_assets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "likes" ADD CONSTRAINT "likes_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "posts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "likes" ADD CONSTRAINT "likes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "comments" ADD CONSTRAINT "comments_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "posts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "comments" ADD CONSTRAINT "comments_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "comments" ADD CONSTRAINT "comments_thread_id_fkey" FOREIGN KEY ("thread_id") REFERENCES "comments"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

ALTER TABLE "comment_likes" ADD CONSTRAINT "comment_likes_comment_id_fkey" FOREIGN KEY ("comment_id") REFERENCES "comments"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "comment_likes" ADD CONSTRAINT "comment_likes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "mentions" ADD CONSTRAINT "mentions_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "mentions" ADD CONSTRAINT "mentions_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "posts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "mentions" ADD CONSTRAINT "mentions_comment_id_fkey" FOREIGN KEY ("comment_id") REFERENCES "comments"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "mentions" ADD CONSTRAINT "mentions_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "messages"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "mentions" ADD CONSTRAINT "mentions_profile_id_fkey" FOREIGN KEY ("profile_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "post_mutes" ADD CONSTRAINT "post_mutes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "post_mutes" ADD CONSTRAINT "post_mutes_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "posts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "shares" ADD CONSTRAINT "shares_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "posts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "shares" ADD CONSTRAINT "shares_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "bookmarks" ADD CONSTRAINT "bookmarks_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "posts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "bookmarks" ADD CONSTRAINT "bookmarks_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "follows" ADD CONSTRAINT "follows_follower_id_fkey" FOREIGN KEY ("follower_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "follows" ADD CONSTRAINT "follows_followee_id_fkey" FOREIGN KEY ("followee_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "notifications" ADD CONSTRAINT "notifications_receiver_id_fkey" FOREIGN KEY ("receiver_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_sender_id_fkey" FOREIGN KEY ("sender_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "posts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_comment_id_fkey" FOREIGN KEY ("comment_id") REFERENCES "comments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "push_messages" ADD CONSTRAINT "push_messages_notification_id_fkey" FOREIGN KEY ("notification_id") REFERENCES "notifications"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "push_messages" ADD CONSTRAINT "push_messages_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "push_messages" ADD CONSTRAINT "push_messages_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "push_subscriptions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "sent_pushes" ADD CONSTRAINT "sent_pushes_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "push_subscriptions"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "conversations" ADD CONSTRAINT "conversations_first_id_fkey" FOREIGN KEY ("first_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_second_id_fkey" FOREIGN KEY ("second_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "conversation_participants" ADD CONSTRAINT "conversation_participants_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "conversation_participants" ADD CONSTRAINT "conversation_participants_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "messages" ADD CONSTRAINT "messages_sender_id_fkey" FOREIGN KEY ("sender_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "post_hashtags" ADD CONSTRAINT "post_hashtags_tag_fkey" FOREIGN KEY ("tag") REFERENCES "hashtags"("tag") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "post_hashtags" ADD CONSTRAINT "post_hashtags_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "posts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "outbox_mails" ADD CONSTRAINT "outbox_mails_code_id_fkey" FOREIGN KEY ("code_id") REFERENCES "one_time_codes"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "blocks" ADD CONSTRAINT "blocks_blocker_id_fkey" FOREIGN KEY ("blocker_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_blocked_id_fkey" FOREIGN KEY ("blocked_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "mutes" ADD CONSTRAINT "mutes_muter_id_fkey" FOREIGN KEY ("muter_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "mutes" ADD CONSTRAINT "mutes_muted_id_fkey" FOREIGN KEY ("muted_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "muted_words" ADD CONSTRAINT "muted_words_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "moderation_cases" ADD CONSTRAINT "moderation_cases_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "moderation_cases" ADD CONSTRAINT "moderation_cases_assignee_id_fkey" FOREIGN KEY ("assignee_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "reports" ADD CONSTRAINT "reports_case_id_fkey" FOREIGN KEY ("case_id") REFERENCES "moderation_cases"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_id_fkey" FOREIGN KEY ("reporter_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "former_texts" ADD CONSTRAINT "former_texts_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "decisions" ADD CONSTRAINT "decisions_case_id_fkey" FOREIGN KEY ("case_id") REFERENCES "moderation_cases"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_moderator_id_fkey" FOREIGN KEY ("moderator_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_undone_by_id_fkey" FOREIGN KEY ("undone_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_confirmed_by_id_fkey" FOREIGN KEY ("confirmed_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "appeals" ADD CONSTRAINT "appeals_decision_id_fkey" FOREIGN KEY ("decision_id") REFERENCES "decisions"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_decided_by_id_fkey" FOREIGN KEY ("decided_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "consents" ADD CONSTRAINT "consents_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "former_member_hiders" ADD CONSTRAINT "former_member_hiders_mailbox_fkey" FOREIGN KEY ("mailbox") REFERENCES "former_members"("mailbox") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "former_member_hiders" ADD CONSTRAINT "former_member_hiders_hider_id_fkey" FOREIGN KEY ("hider_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "notices" ADD CONSTRAINT "notices_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "notice_views" ADD CONSTRAINT "notice_views_notice_id_fkey" FOREIGN KEY ("notice_id") REFERENCES "notices"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "notice_views" ADD CONSTRAINT "notice_views_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- ─── Indexes that the schema cannot say ─────────────────────────────────────────────────────────

-- College IDs are private: they are found only as a whole, whatever the case.
CREATE INDEX "users_college_id_idx" ON "users" (lower("college_id")) WHERE "college_id" <> '';
-- Whom no one sees: few, and every list leaves them out.
CREATE INDEX "users_hidden_idx" ON "users" ("id") WHERE NOT "is_active";
-- The few people who moderate.
CREATE INDEX "users_staff_idx" ON "users" ("id") WHERE "staff_role" IS NOT NULL;
-- The few people who are suspended or banned, or were.
CREATE INDEX "users_suspended_idx" ON "users" ("id") WHERE "suspended_at" IS NOT NULL;
-- Addresses by their beginning, whatever the database's locale.
CREATE INDEX "users_email_prefix_idx" ON "users" ("email" text_pattern_ops);
-- Names and usernames with a word that begins so.
CREATE INDEX "users_name_words_idx" ON "users" USING GIN (name_words("search_name", "username"));
-- Names by how like they are to what was typed, and names that contain it. Signatures of 64 bytes,
-- not 12, spare nearly all looks at names that are not alike.
CREATE INDEX "users_alike_idx" ON "users" USING GIST ("search_name" gist_trgm_ops(siglen=64))
    WHERE "is_active" AND "verified_at" IS NOT NULL;
-- People by what they are at the college: counted, and put in order, from the index alone.
CREATE INDEX "users_people_idx" ON "users" ("college_name", "department", "batch", "role", "programme", "section",
    "is_listed", "who_sees_batch", "search_name", "id")
    WHERE "is_active" AND "verified_at" IS NOT NULL AND "name" <> 'Anonymous User';

-- Tags by their beginning, whatever the database's locale.
CREATE INDEX "hashtags_tag_prefix_idx" ON "hashtags" ("tag" text_pattern_ops);

-- The few posts that wait to be removed, and the few posts and comments that moderators withhold.
CREATE INDEX "posts_deleted_idx" ON "posts" ("deleted_at") WHERE "deleted_at" IS NOT NULL;
CREATE INDEX "posts_withheld_idx" ON "posts" ("author_id", "withheld_at") WHERE "withheld_at" IS NOT NULL;
CREATE INDEX "comments_withheld_idx" ON "comments" ("author_id", "withheld_at") WHERE "withheld_at" IS NOT NULL;

-- The few files of which the media host does not know yet whether they are withheld.
CREATE INDEX "media_assets_host_due_idx" ON "media_assets" ("host_due_at") WHERE "host_due_at" IS NOT NULL;

-- The threads of a post, newest first, and how many there are.
CREATE INDEX "comments_first_idx" ON "comments" ("post_id", "created_at" DESC, "id" DESC) INCLUDE ("withheld_at")
    WHERE "thread_id" IS NULL;

-- One row for each event, of mentions for each text, and by hand one for each type; but a comment or reply after one that was
-- seen has a row of its own. A follow has no post: without NULLS NOT DISTINCT it could be told twice.
CREATE UNIQUE INDEX "notifications_event_key"
    ON "notifications" ("sender_id", "receiver_id", "type", "post_id", "custom_type",
        (CASE WHEN "type" IN ('comment_like', 'mention') THEN "comment_id" END)) NULLS NOT DISTINCT
    WHERE NOT ("type" IN ('comment', 'reply') AND "custom_type" IS NULL AND "seen");

-- What is removed some time after it was deleted or seen. Deleted ones of mentions stay.
CREATE INDEX "notifications_deleted_idx" ON "notifications" ("deleted_at") WHERE "deleted_at" IS NOT NULL AND "type" <> 'mention';
CREATE INDEX "notifications_seen_idx" ON "notifications" ("created_at") WHERE "seen" AND "deleted_at" IS NULL;

-- What is unread is counted for every page.
CREATE INDEX "conversation_participants_unread_idx" ON "conversation_participants" ("person_id")
    WHERE "unread_count" > 0 AND "box" = 'inbox';

-- Two reports at once open one case.
CREATE UNIQUE INDEX "moderation_cases_open_key" ON "moderation_cases" ("subject", "subject_id") WHERE "closed_at" IS NULL;
-- Open cases, the worst first and then the oldest.
CREATE INDEX "moderation_cases_queue_idx" ON "moderation_cases" ("severity" DESC, "opened_at", "id") WHERE "closed_at" IS NULL;

-- ─── Checks ─────────────────────────────────────────────────────────────────────────────────────

ALTER TABLE "users"
    ADD CONSTRAINT "users_email_lower_case" CHECK ("email" = lower("email")),
    ADD CONSTRAINT "users_section_check" CHECK ("section" ~ '^[A-Z]$'),
    ADD CONSTRAINT "users_active_check" CHECK (NOT "is_active" OR ("deactivated_at" IS NULL AND "deleted_at" IS NULL)),
    ADD CONSTRAINT "users_counts_not_negative"
        CHECK ("followers_count" >= 0 AND "following_count" >= 0 AND "posts_count" >= 0);
ALTER TABLE "posts"
    ADD CONSTRAINT "posts_counts_not_negative"
        CHECK ("likes_count" >= 0 AND "comments_count" >= 0 AND "shares_count" >= 0);
ALTER TABLE "comments"
    ADD CONSTRAINT "comments_counts_not_negative" CHECK ("replies_count" >= 0 AND "likes_count" >= 0),
    ADD CONSTRAINT "comments_deleted_empty" CHECK ("author_id" IS NOT NULL OR ("content" = '' AND "thread_id" IS NULL)),
    ADD CONSTRAINT "comments_one_level" CHECK ("thread_id" IS NULL OR "replies_count" = 0);
ALTER TABLE "mentions"
    ADD CONSTRAINT "mentions_one_text" CHECK (num_nonnulls("post_id", "comment_id", "message_id", "profile_id") = 1);
ALTER TABLE "hashtags" ADD CONSTRAINT "hashtags_count_not_negative" CHECK ("posts_count" >= 0);
ALTER TABLE "page_views" ADD CONSTRAINT "page_views_count_not_negative" CHECK ("count" >= 0);
ALTER TABLE "tallies" ADD CONSTRAINT "tallies_value_not_negative" CHECK ("value" >= 0);
ALTER TABLE "rate_limits" ADD CONSTRAINT "rate_limits_count_not_negative" CHECK ("count" >= 0);
ALTER TABLE "roster_entries" ADD CONSTRAINT "roster_entries_lower_case" CHECK ("email" = lower("email"));
ALTER TABLE "one_time_codes" ADD CONSTRAINT "one_time_codes_attempts_not_negative" CHECK ("attempts" >= 0);
ALTER TABLE "media_deletions" ADD CONSTRAINT "media_deletions_attempts_not_negative" CHECK ("attempts" >= 0);
ALTER TABLE "conversation_participants"
    ADD CONSTRAINT "conversation_participants_numbers_not_negative"
        CHECK ("seen_seq" >= 0 AND "hidden_seq" >= 0 AND "unread_count" >= 0);

-- An upload has its row before its file: until the host confirmed it, its size is 0.
ALTER TABLE "media_assets"
    ADD CONSTRAINT "media_assets_sizes_not_negative"
        CHECK ("width" >= 0 AND "height" >= 0 AND "bytes" >= 0 AND ("duration" IS NULL OR "duration" >= 0));
ALTER TABLE "post_media" ADD CONSTRAINT "post_media_position_check" CHECK ("position" BETWEEN 0 AND 9);

ALTER TABLE "follows" ADD CONSTRAINT "follows_not_oneself" CHECK ("follower_id" <> "followee_id");
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_two_people" CHECK ("blocker_id" <> "blocked_id");
ALTER TABLE "mutes" ADD CONSTRAINT "mutes_two_people" CHECK ("muter_id" <> "muted_id");
-- What the product itself tells a person has them as its sender, too.
ALTER TABLE "notifications"
    ADD CONSTRAINT "notifications_not_oneself"
        CHECK ("sender_id" <> "receiver_id" OR "type" IN ('moderation', 'report', 'case', 'affiliation'));

ALTER TABLE "conversations" ADD CONSTRAINT "conversations_smaller_id_first" CHECK ("first_id" < "second_id");
ALTER TABLE "messages"
    ADD CONSTRAINT "messages_not_empty" CHECK ("text" <> '' OR "post_id" IS NOT NULL OR "deleted_at" IS NOT NULL);
ALTER TABLE "push_messages"
    ADD CONSTRAINT "push_messages_about_one_thing"
        CHECK (num_nonnulls("notification_id", "conversation_id") = 1);
ALTER TABLE "decisions"
    ADD CONSTRAINT "decisions_days_of_suspensions"
        CHECK (("outcome" = 'suspended') = ("days" IS NOT NULL) AND "days" > 0);

-- ─── The log of moderation ──────────────────────────────────────────────────────────────────────

-- What moderators did can only be added to, by the owner of the database as well.
CREATE FUNCTION moderation_log_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'moderation_log is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER moderation_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "moderation_log"
    FOR EACH STATEMENT EXECUTE FUNCTION moderation_log_is_append_only();

-- ─── What a restore takes again ─────────────────────────────────────────────────────────────────

CREATE INDEX "revocations_unfiled_idx" ON "revocations" ("id") WHERE NOT "is_filed";

CREATE FUNCTION note_revocation() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_gone boolean := TG_OP = 'DELETE';
  changed jsonb;
  former_hash text;
BEGIN
  IF is_gone THEN changed := to_jsonb(OLD); ELSE changed := to_jsonb(NEW); END IF;
  -- What goes with a post or an account goes with it again.
  IF is_gone AND TG_ARGV[0] = 'comment'
    AND NOT EXISTS (SELECT FROM public.posts WHERE id = (changed->>'post_id')::uuid) THEN RETURN NULL; END IF;
  IF is_gone AND TG_ARGV[0] = 'block' AND 2 > (SELECT count(*) FROM public.users
    WHERE id IN ((changed->>'blocker_id')::uuid, (changed->>'blocked_id')::uuid)) THEN RETURN NULL; END IF;
  IF TG_ARGV[0] = 'person' THEN former_hash := OLD.password_hash; END IF;
  INSERT INTO public.revocations (subject, subject_id, state) VALUES (
    TG_ARGV[0],
    (changed->>TG_ARGV[1])::uuid,
    CASE TG_ARGV[0]
      WHEN 'block' THEN jsonb_build_object('blockedId', changed->'blocked_id', 'isBlocked', NOT is_gone)
      WHEN 'person' THEN jsonb_build_object(
        'staffRole', changed->'staff_role', 'switchedOffAt', changed->'switched_off_at',
        'deactivatedAt', changed->'deactivated_at', 'isAdult', changed->'is_adult',
        'ageSaidAt', changed->'age_said_at', 'minorConfirmedAt', changed->'minor_confirmed_at',
        'hasConsented', changed->>'agreed_version' IS NOT NULL,
        'isPasswordVoid', former_hash IS DISTINCT FROM changed->>'password_hash')
      ELSE jsonb_build_object(
        -- A comment whose replies stand stays without its author.
        'isDeleted', is_gone OR changed->>'deleted_at' IS NOT NULL
          OR (TG_ARGV[0] = 'comment' AND changed->>'author_id' IS NULL),
        'withheldAt', changed->'withheld_at', 'decisionId', changed->'decision_id')
    END);
  RETURN NULL;
END $$;
CREATE TRIGGER note_revocation AFTER UPDATE OF "deleted_at", "withheld_at", "decision_id" ON "posts" FOR EACH ROW
    WHEN ((OLD.deleted_at, OLD.withheld_at, OLD.decision_id) IS DISTINCT FROM (NEW.deleted_at, NEW.withheld_at, NEW.decision_id))
    EXECUTE FUNCTION note_revocation('post', 'id');
CREATE TRIGGER note_revocation_at_delete AFTER DELETE ON "posts" FOR EACH ROW
    WHEN (OLD.deleted_at IS NULL) EXECUTE FUNCTION note_revocation('post', 'id');
CREATE TRIGGER note_revocation AFTER UPDATE OF "author_id", "withheld_at", "decision_id" ON "comments" FOR EACH ROW
    WHEN ((OLD.author_id, OLD.withheld_at, OLD.decision_id) IS DISTINCT FROM (NEW.author_id, NEW.withheld_at, NEW.decision_id))
    EXECUTE FUNCTION note_revocation('comment', 'id');
CREATE TRIGGER note_revocation_at_delete AFTER DELETE ON "comments" FOR EACH ROW
    WHEN (OLD.author_id IS NOT NULL) EXECUTE FUNCTION note_revocation('comment', 'id');
CREATE TRIGGER note_revocation AFTER UPDATE OF "deleted_at", "withheld_at", "decision_id" ON "messages" FOR EACH ROW
    WHEN ((OLD.deleted_at, OLD.withheld_at, OLD.decision_id) IS DISTINCT FROM (NEW.deleted_at, NEW.withheld_at, NEW.decision_id))
    EXECUTE FUNCTION note_revocation('message', 'id');
CREATE TRIGGER note_revocation AFTER INSERT OR DELETE ON "blocks" FOR EACH ROW
    EXECUTE FUNCTION note_revocation('block', 'blocker_id');
CREATE TRIGGER note_revocation AFTER UPDATE OF "staff_role", "switched_off_at", "deactivated_at", "is_adult", "age_said_at",
    "minor_confirmed_at", "agreed_version", "password_hash" ON "users" FOR EACH ROW
    WHEN ((OLD.staff_role, OLD.switched_off_at, OLD.deactivated_at, OLD.is_adult, OLD.age_said_at, OLD.minor_confirmed_at,
      OLD.agreed_version, OLD.password_hash) IS DISTINCT FROM (NEW.staff_role, NEW.switched_off_at, NEW.deactivated_at,
      NEW.is_adult, NEW.age_said_at, NEW.minor_confirmed_at, NEW.agreed_version, NEW.password_hash))
    EXECUTE FUNCTION note_revocation('person', 'id');

-- ─── Storage ────────────────────────────────────────────────────────────────────────────────────

-- Rows whose counters change often keep room on their page, so that an update touches no index (HOT).
ALTER TABLE "users" SET (fillfactor = 90);
ALTER TABLE "posts" SET (fillfactor = 90);
ALTER TABLE "conversations" SET (fillfactor = 90);
ALTER TABLE "conversation_participants" SET (fillfactor = 90);
ALTER TABLE "rate_limits" SET (fillfactor = 70);
