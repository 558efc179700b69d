-- Whether a video's still picture is a file of its own on the media host, and not a frame it takes.
ALTER TABLE "media_assets" ADD COLUMN     "has_poster" BOOLEAN NOT NULL DEFAULT false;
