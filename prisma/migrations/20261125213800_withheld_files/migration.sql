ALTER TABLE "media_assets" ADD COLUMN "is_withheld" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "host_due_at" TIMESTAMPTZ(3);

CREATE INDEX "media_assets_host_due_idx" ON "media_assets" ("host_due_at") WHERE "host_due_at" IS NOT NULL;

-- What is withheld already.
UPDATE "media_assets" SET "is_withheld" = true, "host_due_at" = now() WHERE "id" IN (
  SELECT "asset_id" FROM "posts" WHERE "withheld_at" IS NOT NULL
  UNION ALL
  SELECT m."asset_id" FROM "posts" p JOIN "post_media" m ON m."post_id" = p."id" WHERE p."withheld_at" IS NOT NULL
  UNION ALL
  SELECT a."id" FROM "media_assets" a JOIN "users" u ON u."id" = a."owner_id"
  WHERE a."purpose" <> 'post' AND a."attached_at" IS NOT NULL
    AND a."public_id" IS DISTINCT FROM u."avatar_id" AND a."public_id" IS DISTINCT FROM u."banner_id"
);
