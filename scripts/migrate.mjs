import { readLaunchEnvironment } from "./cli/environment.mjs";
import { runCli } from "./cli/run-cli.mjs";
import { migrate } from "./embedded/migrations.mjs";

/**
 * `npm run db:migrate`: applies the migrations of prisma/migrations that the database lacks, over
 * DATABASE_OWNER_URL, or else DIRECT_DATABASE_URL, or else DATABASE_URL. Reads `.env`.
 */
await runCli(async () => {
  readLaunchEnvironment();
  console.log(await migrate(process.env));
});
