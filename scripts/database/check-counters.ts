import { CliError } from "../cli/cli-error.mjs";
import { DRIFT_SQL, type Drift } from "../cli/counter-drift";
import { databaseClient } from "../cli/database-client.mjs";
import { readLaunchEnvironment } from "../cli/environment.mjs";
import { runCli } from "../cli/run-cli.mjs";
import { directDatabaseUrl, runningEmbeddedDatabase } from "../embedded/local-database.mjs";

/**
 * `npm run check:counters`: recounts every counter of the app's database (or the one at
 * DATABASE_URL) from its rows and exits 1 when one is wrong. Read-only.
 */
await runCli(async () => {
  const { dataDir } = readLaunchEnvironment();
  const url = process.env.DATABASE_URL ? directDatabaseUrl() : runningEmbeddedDatabase(dataDir);
  if (!url) throw new CliError("There is no database: start the app (npm run up), or set DATABASE_URL.");
  const client = databaseClient(url);
  await client.connect();
  try {
    const { rows } = await client.query<Drift>(DRIFT_SQL);
    for (const { counter, of, stored, counted } of rows) {
      console.error(`${counter} of ${of}: stored ${stored}, counted ${counted}`);
    }
    console.log(rows.length === 0 ? "All counters match their rows." : "Some counters are wrong.");
    if (rows.length > 0) process.exitCode = 1;
  } finally {
    await client.end();
  }
});
