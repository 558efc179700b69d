import path from "node:path";
import { parseArgs } from "node:util";
import { CliError } from "./cli/cli-error.mjs";
import { ROOT, readLaunchEnvironment } from "./cli/environment.mjs";
import { run } from "./cli/exec.mjs";
import { runCli } from "./cli/run-cli.mjs";
import { stopAll } from "./cli/shutdown.mjs";
import { step } from "./cli/steps.mjs";
import { launchEmbedded } from "./embedded/launch.mjs";
import { directDatabaseUrl } from "./embedded/local-database.mjs";

/**
 * `npm run restore -- file [--replace]`: puts a backup into the database of DATABASE_URL or the
 * embedded one, and its media into the data folder. `--replace`: also where people are already.
 */
await runCli(async () => {
  const { file, replace } = readArguments();
  readLaunchEnvironment();
  const isSecretGiven = Boolean(process.env.NEXTAUTH_SECRET);
  const { dataDir } = await launchEmbedded({ listens: false });
  const { readBackup } = await import("./backup/archive.mjs");
  const { isOlder, loadBackup, assertNoPeople } = await import("./backup/load.mjs");
  const { migrate, provideDatabase } = await import("./embedded/database.mjs");

  const manifest = await readBackup(file);
  const older = isOlder(manifest);
  await provideDatabase(dataDir);
  const url = directDatabaseUrl() ?? "";
  if (!replace) await assertNoPeople(url);
  await step("Apply migrations", () => migrate(process.env));
  await step("Load the backup", async () => {
    const secretFile = isSecretGiven ? undefined : path.join(dataDir, "secret");
    await loadBackup(manifest, { url, dataDir, file, secretFile });
    return `of ${manifest.takenAt}, ${manifest.media ?? "no"} media files`;
  });
  // An older backup comes in as it was; its rows are then brought up to date as those of a running
  // app are.
  if (older) await step("Apply newer migrations", () => migrate(process.env));
  await step("Recount the counters", async () => {
    await run(process.execPath, ["--import", "tsx", "scripts/check-counters.ts"]);
  });
  await stopAll();
  console.log("\nRestored. Everybody signs in again.");
  if (manifest.secret === isSecretGiven) {
    console.log(
      isSecretGiven
        ? "NEXTAUTH_SECRET is set, the backup has another secret: passwords do not fit it, codes by mail do."
        : "The backup was made where NEXTAUTH_SECRET was set: set the same one, or passwords do not fit.",
    );
  }
  if (manifest.media === null) console.log("Its media are on Cloudinary: set the same CLOUDINARY_URL.");
});

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { replace: { type: "boolean", default: false } },
    });
    const [file, ...others] = positionals;
    if (!file || others.length > 0) throw new Error("Which backup is to be restored?");
    return { file: path.resolve(process.env.INIT_CWD || ROOT, file), replace: values.replace };
  } catch (error) {
    throw new CliError(
      `${error instanceof Error ? error.message : error}\nnpm run restore -- <file> [--replace]`,
    );
  }
}
