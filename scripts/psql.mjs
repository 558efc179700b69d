import { spawnSync } from "node:child_process";
import { CliError } from "./cli/cli-error.mjs";
import { databaseClient } from "./cli/database-client.mjs";
import { readLaunchEnvironment } from "./cli/environment.mjs";
import { runCli } from "./cli/run-cli.mjs";
import { directDatabaseUrl, runningEmbeddedDatabase } from "./embedded/local-database.mjs";

/**
 * `npm run db:psql`: opens psql on the database of `.env`, or else on the embedded one while it
 * runs. With a statement (`npm run db:psql -- "SELECT …"`) it prints the rows and needs no psql.
 */
await runCli(async () => {
  const { dataDir } = readLaunchEnvironment();
  const url = directDatabaseUrl() ?? runningEmbeddedDatabase(dataDir);
  if (!url) throw new CliError("No database: set DATABASE_URL, or start the embedded one with npm run up.");
  const [statement] = process.argv.slice(2);
  if (statement) return printRows(url, statement);
  const { error, status } = spawnSync("psql", [url], { stdio: "inherit" });
  if (error) {
    throw new CliError(`psql is not installed. Pass a statement instead, or open this address:\n${url}`);
  }
  process.exitCode = status ?? 1;
});

/**
 * @param {string} url
 * @param {string} statement
 */
async function printRows(url, statement) {
  const client = databaseClient(url);
  await client.connect();
  try {
    const { command, rowCount, rows } = await client.query(statement);
    if (rows.length > 0) console.table(rows);
    else console.log(`${command}: ${rowCount ?? 0} rows`);
  } finally {
    await client.end();
  }
}
