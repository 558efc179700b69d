-- Whom an operator has switched off. A person can be banned at the same time; undoing the ban must not show them again.
ALTER TABLE "users" ADD COLUMN "switched_off_at" TIMESTAMPTZ(3);

UPDATE "users" SET "switched_off_at" = now()
WHERE NOT "is_active" AND "deactivated_at" IS NULL AND "deleted_at" IS NULL
  AND ("suspended_at" IS NULL OR "suspended_until" IS NOT NULL);
