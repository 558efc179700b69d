import { defineConfig } from "prisma/config";

const url = process.env.DIRECT_DATABASE_URL || process.env.DATABASE_URL;

export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  // Only the Prisma CLI reads this; the app connects through @prisma/adapter-pg
  // (lib/platform/db.ts).
  ...(url ? { datasource: { url } } : {}),
});
