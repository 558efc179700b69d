-- CreateTable
CREATE TABLE "standing_changes" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "person_id" UUID NOT NULL,
    "is_deleted" BOOLEAN NOT NULL,
    "suspensions" JSONB NOT NULL,

    CONSTRAINT "standing_changes_pkey" PRIMARY KEY ("id")
);
