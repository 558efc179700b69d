import { readLaunchEnvironment } from "./environment.mjs";
import { directDatabaseUrl } from "./local-database.mjs";
import { runMain } from "./main.mjs";
import { applyMigrations } from "./migrations.mjs";

/**
 * `npm run db:migrate`: applies the migrations of prisma/migrations that the database of DIRECT_DATABASE_URL, or else of
 * DATABASE_URL, does not have yet. Reads `.env`.
 */
await runMain(async () => {
  readLaunchEnvironment();
  const applied = await applyMigrations(directDatabaseUrl(), console.log);
  console.log(applied.length === 0 ? "nothing to apply" : `${applied.length} applied`);
});
