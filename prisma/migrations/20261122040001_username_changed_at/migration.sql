-- When somebody last chose their username themselves.
ALTER TABLE "users" ADD COLUMN "username_changed_at" TIMESTAMPTZ(3);
