-- The media of a post after its first, which stays in `posts.asset_id`. `posts.media_count` counts all of them.
CREATE TABLE "post_media" (
    "post_id" UUID NOT NULL,
    "position" SMALLINT NOT NULL,
    "asset_id" UUID NOT NULL,
    "alt_text" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "post_media_pkey" PRIMARY KEY ("post_id", "position"),
    CONSTRAINT "post_media_position_check" CHECK ("position" BETWEEN 1 AND 9)
);

CREATE UNIQUE INDEX "post_media_asset_id_key" ON "post_media"("asset_id");

ALTER TABLE "post_media" ADD CONSTRAINT "post_media_post_id_fkey" FOREIGN KEY ("post_id") REFERENCES "posts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "post_media" ADD CONSTRAINT "post_media_asset_id_fkey" FOREIGN KEY ("asset_id") REFERENCES "media_assets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "posts" ADD COLUMN     "media_count" SMALLINT NOT NULL DEFAULT 1;
