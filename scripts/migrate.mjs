import { readLaunchEnvironment } from "./cli/environment.mjs";
import { runCli } from "./cli/run-cli.mjs";
import { directDatabaseUrl } from "./embedded/local-database.mjs";
import { applyMigrations } from "./embedded/migrations.mjs";

/**
 * `npm run db:migrate`: applies the migrations of prisma/migrations that the database of
 * DIRECT_DATABASE_URL, or else of DATABASE_URL, lacks. Reads `.env`.
 */
await runCli(async () => {
  readLaunchEnvironment();
  const applied = await applyMigrations(directDatabaseUrl(), console.log);
  console.log(applied.length === 0 ? "nothing to apply" : `${applied.length} applied`);
});
