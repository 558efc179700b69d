-- Searching people by any part of a name (users.search_text).
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- CreateEnum
CREATE TYPE "MediaType" AS ENUM ('image', 'video');

-- CreateEnum
CREATE TYPE "MediaPurpose" AS ENUM ('post', 'avatar', 'banner');

-- CreateEnum
CREATE TYPE "AuthProvider" AS ENUM ('email', 'google');

-- CreateEnum
CREATE TYPE "NotificationType" AS ENUM ('like', 'comment', 'follow');

-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "username" TEXT,
    "name" TEXT NOT NULL DEFAULT 'Anonymous User',
    "college_name" TEXT NOT NULL DEFAULT '--',
    "college_id" TEXT NOT NULL DEFAULT '',
    "bio" TEXT NOT NULL DEFAULT '',
    "avatar_id" TEXT,
    "banner_id" TEXT,
    "provider" "AuthProvider" NOT NULL DEFAULT 'email',
    "google_sub" TEXT,
    "password_hash" TEXT,
    "role" TEXT NOT NULL DEFAULT 'student',
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "verified_at" TIMESTAMPTZ(3),
    "followers_count" INTEGER NOT NULL DEFAULT 0,
    "following_count" INTEGER NOT NULL DEFAULT 0,
    "posts_count" INTEGER NOT NULL DEFAULT 0,
    "search_text" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "one_time_codes" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "code_hash" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "consumed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "one_time_codes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "previous_hash" BYTEA,
    "sealed_successor" BYTEA,
    "rotated_at" TIMESTAMPTZ(3),
    "user_agent" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attached_at" TIMESTAMPTZ(3),

    CONSTRAINT "media_assets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "media_deletions" (
    "id" UUID NOT NULL,
    "public_id" TEXT NOT NULL,
    "media_type" "MediaType" NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "media_deletions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "posts" (
    "id" UUID NOT NULL,
    "author_id" UUID NOT NULL,
    "asset_id" UUID NOT NULL,
    "caption" TEXT NOT NULL DEFAULT '',
    "alt_text" TEXT NOT NULL DEFAULT '',
    "visibility" TEXT NOT NULL DEFAULT 'public',
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "hashtags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "likes_count" INTEGER NOT NULL DEFAULT 0,
    "comments_count" INTEGER NOT NULL DEFAULT 0,
    "shares_count" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "posts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "likes" (
    "post_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "likes_pkey" PRIMARY KEY ("post_id","user_id")
);

-- CreateTable
CREATE TABLE "comments" (
    "id" UUID NOT NULL,
    "post_id" UUID NOT NULL,
    "author_id" UUID NOT NULL,
    "content" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "comments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "follows" (
    "follower_id" UUID NOT NULL,
    "followee_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "follows_pkey" PRIMARY KEY ("follower_id","followee_id")
);

-- CreateTable
CREATE TABLE "notifications" (
    "id" UUID NOT NULL,
    "receiver_id" UUID NOT NULL,
    "sender_id" UUID NOT NULL,
    "type" "NotificationType" NOT NULL,
    "post_id" UUID,
    "message" TEXT NOT NULL,
    "seen" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "notifications_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "hashtags" (
    "tag" TEXT NOT NULL,
    "posts_count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "hashtags_pkey" PRIMARY KEY ("tag")
);

-- CreateTable
CREATE TABLE "post_hashtags" (
    "tag" TEXT NOT NULL,
    "post_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "post_hashtags_pkey" PRIMARY KEY ("tag","post_id")
);

-- CreateTable
CREATE TABLE "page_views" (
    "path" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "page_views_pkey" PRIMARY KEY ("path","day")
);

-- CreateTable
CREATE TABLE "outbox_mails" (
    "id" UUID NOT NULL,
    "to" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "html" TEXT NOT NULL,
    "idempotency_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "outbox_mails_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rate_limits" (
    "key" TEXT NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 0,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "tallies" (
    "name" TEXT NOT NULL,
    "value" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "tallies_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE UNIQUE INDEX "users_username_key" ON "users"("username");

-- CreateIndex
CREATE UNIQUE INDEX "users_google_sub_key" ON "users"("google_sub");

-- CreateIndex
CREATE INDEX "users_created_at_id_idx" ON "users"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "users_search_text_idx" ON "users" USING GIN ("search_text" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "one_time_codes_user_id_created_at_idx" ON "one_time_codes"("user_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "sessions_user_id_last_seen_at_idx" ON "sessions"("user_id", "last_seen_at" DESC);

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "media_assets_public_id_key" ON "media_assets"("public_id");

-- CreateIndex
CREATE INDEX "media_assets_owner_id_idx" ON "media_assets"("owner_id");

-- CreateIndex
CREATE INDEX "media_assets_attached_at_created_at_idx" ON "media_assets"("attached_at", "created_at");

-- CreateIndex
CREATE INDEX "media_deletions_next_attempt_at_idx" ON "media_deletions"("next_attempt_at");

-- CreateIndex
CREATE UNIQUE INDEX "posts_asset_id_key" ON "posts"("asset_id");

-- CreateIndex
CREATE INDEX "posts_created_at_id_idx" ON "posts"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "posts_author_id_created_at_id_idx" ON "posts"("author_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "likes_post_id_created_at_user_id_idx" ON "likes"("post_id", "created_at" DESC, "user_id");

-- CreateIndex
CREATE INDEX "likes_user_id_created_at_idx" ON "likes"("user_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "comments_post_id_created_at_id_idx" ON "comments"("post_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "comments_author_id_idx" ON "comments"("author_id");

-- CreateIndex
CREATE INDEX "follows_followee_id_created_at_follower_id_idx" ON "follows"("followee_id", "created_at" DESC, "follower_id");

-- CreateIndex
CREATE INDEX "follows_follower_id_created_at_followee_id_idx" ON "follows"("follower_id", "created_at" DESC, "followee_id");

-- CreateIndex
CREATE INDEX "notifications_receiver_id_created_at_id_idx" ON "notifications"("receiver_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "notifications_receiver_id_seen_idx" ON "notifications"("receiver_id", "seen");

-- CreateIndex
CREATE INDEX "notifications_post_id_idx" ON "notifications"("post_id");

-- CreateIndex. A follow has no post: without NULLS NOT DISTINCT it could be told twice.
CREATE UNIQUE INDEX "notifications_sender_id_receiver_id_type_post_id_key" ON "notifications"("sender_id", "receiver_id", "type", "post_id") NULLS NOT DISTINCT;

-- CreateIndex
CREATE INDEX "post_hashtags_tag_created_at_post_id_idx" ON "post_hashtags"("tag", "created_at" DESC, "post_id" DESC);

-- CreateIndex
CREATE INDEX "post_hashtags_created_at_idx" ON "post_hashtags"("created_at");

-- CreateIndex
CREATE INDEX "post_hashtags_post_id_idx" ON "post_hashtags"("post_id");

-- CreateIndex
CREATE INDEX "page_views_day_idx" ON "page_views"("day");

-- CreateIndex
CREATE UNIQUE INDEX "outbox_mails_idempotency_key_key" ON "outbox_mails"("idempotency_key");

-- CreateIndex
CREATE INDEX "outbox_mails_to_created_at_idx" ON "outbox_mails"("to", "created_at" DESC);

-- CreateIndex
CREATE INDEX "outbox_mails_created_at_idx" ON "outbox_mails"("created_at" DESC);

-- CreateIndex
CREATE INDEX "rate_limits_expires_at_idx" ON "rate_limits"("expires_at");

-- AddForeignKey
ALTER TABLE "one_time_codes" ADD CONSTRAINT "one_time_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "media_assets" ADD CONSTRAINT "media_assets_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "posts" ADD CONSTRAINT "posts_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "posts" ADD CONSTRAINT "posts_asset_id_fkey" FOREIGN KEY ("asset_id") REFERENCES "media_assets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "likes" ADD CONSTRAINT "likes_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "posts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "likes" ADD CONSTRAINT "likes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comments" ADD CONSTRAINT "comments_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "posts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "comments" ADD CONSTRAINT "comments_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "follows" ADD CONSTRAINT "follows_follower_id_fkey" FOREIGN KEY ("follower_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "follows" ADD CONSTRAINT "follows_followee_id_fkey" FOREIGN KEY ("followee_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_receiver_id_fkey" FOREIGN KEY ("receiver_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_sender_id_fkey" FOREIGN KEY ("sender_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "posts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "post_hashtags" ADD CONSTRAINT "post_hashtags_tag_fkey" FOREIGN KEY ("tag") REFERENCES "hashtags"("tag") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "post_hashtags" ADD CONSTRAINT "post_hashtags_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "posts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the schema language cannot say.

ALTER TABLE "users"
    ADD CONSTRAINT "users_email_lower_case" CHECK ("email" = lower("email")),
    ADD CONSTRAINT "users_counts_not_negative"
        CHECK ("followers_count" >= 0 AND "following_count" >= 0 AND "posts_count" >= 0);

ALTER TABLE "posts"
    ADD CONSTRAINT "posts_counts_not_negative"
        CHECK ("likes_count" >= 0 AND "comments_count" >= 0 AND "shares_count" >= 0);

ALTER TABLE "hashtags" ADD CONSTRAINT "hashtags_count_not_negative" CHECK ("posts_count" >= 0);
ALTER TABLE "page_views" ADD CONSTRAINT "page_views_count_not_negative" CHECK ("count" >= 0);
ALTER TABLE "tallies" ADD CONSTRAINT "tallies_value_not_negative" CHECK ("value" >= 0);
ALTER TABLE "rate_limits" ADD CONSTRAINT "rate_limits_count_not_negative" CHECK ("count" >= 0);
ALTER TABLE "one_time_codes" ADD CONSTRAINT "one_time_codes_attempts_not_negative" CHECK ("attempts" >= 0);
ALTER TABLE "media_deletions" ADD CONSTRAINT "media_deletions_attempts_not_negative" CHECK ("attempts" >= 0);

-- An upload has its row before its file: until the host confirmed it, its size is 0.
ALTER TABLE "media_assets"
    ADD CONSTRAINT "media_assets_sizes_not_negative"
        CHECK ("width" >= 0 AND "height" >= 0 AND "bytes" >= 0 AND ("duration" IS NULL OR "duration" >= 0));

ALTER TABLE "follows" ADD CONSTRAINT "follows_not_oneself" CHECK ("follower_id" <> "followee_id");
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_not_oneself" CHECK ("sender_id" <> "receiver_id");

-- Rows whose counters change often keep room on their page, so that an update touches no index (HOT).
ALTER TABLE "users" SET (fillfactor = 90);
ALTER TABLE "posts" SET (fillfactor = 90);
ALTER TABLE "rate_limits" SET (fillfactor = 70);
