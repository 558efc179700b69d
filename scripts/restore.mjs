import path from "node:path";
import { parseArgs } from "node:util";
import { CliError } from "./cli/cli-error.mjs";
import { ROOT, readLaunchEnvironment } from "./cli/environment.mjs";
import { run } from "./cli/exec.mjs";
import { runCli } from "./cli/run-cli.mjs";
import { stopAll } from "./cli/shutdown.mjs";
import { step } from "./cli/steps.mjs";
import { launchEmbedded } from "./embedded/launch.mjs";
import { ownerDatabaseUrl } from "./embedded/local-database.mjs";

/**
 * `npm run restore -- file [--replace]`: loads a backup into the database of DATABASE_URL or the
 * embedded one, and its media into the data folder. `--replace`: even when the database contains
 * people.
 */
await runCli(async () => {
  const { file, replace } = readArguments();
  readLaunchEnvironment();
  const isSecretSet = Boolean(process.env.NEXTAUTH_SECRET);
  // The packages for a database of one's own; the embedded one needs all.
  const packages = process.env.DATABASE_URL
    ? ["pg", "pg-copy-streams", "tar-stream", "tsx", "zod"]
    : undefined;
  const { dataDir } = await launchEmbedded({ listens: false, packages });
  const { readBackup } = await import("./backup/archive.mjs");
  const { isOlder, loadBackup, assertNoPeople } = await import("./backup/load.mjs");
  const { provideDatabase } = await import("./embedded/database.mjs");
  const { migrate } = await import("./embedded/migrations.mjs");

  const manifest = await readBackup(file);
  const older = isOlder(manifest);
  await provideDatabase(dataDir);
  const url = ownerDatabaseUrl() ?? "";
  if (!replace) await assertNoPeople(url);
  await step("Apply migrations", () => migrate(process.env));
  await step("Load the backup", async () => {
    const secretFile = isSecretSet ? undefined : path.join(dataDir, "secret");
    await loadBackup(manifest, { url, dataDir, file, secretFile });
    return `of ${manifest.takenAt}, ${manifest.media ?? "no"} media files`;
  });
  // An older backup is loaded in its own schema; the newer migrations then transform its rows as
  // they do in a running app.
  if (older) await step("Apply newer migrations", () => migrate(process.env));
  await step("Recount the counters", async () => {
    await run(process.execPath, ["--import", "tsx", "scripts/database/check-counters.ts"]);
  });
  await stopAll();
  console.log("\nRestored. Everyone has to sign in again.");
  if (manifest.secret === isSecretSet) {
    console.log(
      isSecretSet
        ? "NEXTAUTH_SECRET is set, but the backup contains another secret: passwords no longer work, codes by mail do."
        : "The backup was made with NEXTAUTH_SECRET set: set the same value, or passwords no longer work.",
    );
  }
  if (manifest.media === null) console.log("The media are on Cloudinary: set the same CLOUDINARY_URL.");
});

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { replace: { type: "boolean", default: false } },
    });
    const [file, ...others] = positionals;
    if (!file || others.length > 0) throw new Error("Name the backup to restore.");
    return { file: path.resolve(process.env.INIT_CWD || ROOT, file), replace: values.replace };
  } catch (error) {
    throw new CliError(
      `${error instanceof Error ? error.message : error}\nnpm run restore -- <file> [--replace]`,
    );
  }
}
