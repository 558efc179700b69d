-- CreateTable
CREATE TABLE "complaints" (
    "id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "reason" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "words" TEXT NOT NULL,
    "email" TEXT NOT NULL DEFAULT '',
    "handled_at" TIMESTAMPTZ(3),

    CONSTRAINT "complaints_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "complaints_handled_at_created_at_idx" ON "complaints"("handled_at", "created_at");
