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
  const statement = process.argv.slice(2).join(" ");
  if (statement) return printRows(url, statement);
  // Other users of the machine can read the arguments of a process, so the password is not in them.
  const address = new URL(url);
  const PGPASSWORD = decodeURIComponent(address.password);
  address.password = "";
  const env = PGPASSWORD ? { ...process.env, PGPASSWORD } : process.env;
  const { error, status } = spawnSync("psql", [address.href], { stdio: "inherit", env });
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
  try {
    await client.connect();
    // Several statements have several results.
    for (const { command, rowCount, rows } of [await client.query(statement)].flat()) {
      if (rows.length > 0) console.table(rows);
      else console.log(rowCount === null ? command : `${command}: ${rowCount} rows`);
    }
  } catch (error) {
    throw new CliError(`PostgreSQL: ${error instanceof Error ? error.message : error}`);
  } finally {
    await client.end();
  }
}
