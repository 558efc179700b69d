-- Who shared a post, once each: what is trending counts people. `posts.shares_count` goes on counting every share.
CREATE TABLE "shares" (
    "post_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "shares_pkey" PRIMARY KEY ("post_id", "user_id")
);

CREATE INDEX "shares_user_id_idx" ON "shares"("user_id");

ALTER TABLE "shares" ADD CONSTRAINT "shares_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "posts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "shares" ADD CONSTRAINT "shares_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Tags by their beginning, whatever the database's locale.
CREATE INDEX "hashtags_tag_prefix_idx" ON "hashtags"("tag" text_pattern_ops);
