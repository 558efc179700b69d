-- Posts that people keep for themselves. The primary key tells whether a viewer has bookmarked a post of a list, and what
-- goes with a post; the index is the order of a person's bookmarks.
CREATE TABLE "bookmarks" (
    "post_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "bookmarks_pkey" PRIMARY KEY ("post_id", "user_id")
);

CREATE INDEX "bookmarks_user_id_created_at_post_id_idx" ON "bookmarks"("user_id", "created_at" DESC, "post_id" DESC);

ALTER TABLE "bookmarks" ADD CONSTRAINT "bookmarks_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "posts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "bookmarks" ADD CONSTRAINT "bookmarks_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
