import { rmSync } from "node:fs";
import path from "node:path";
import { CliError } from "./cli/cli-error.mjs";
import { runCli } from "./cli/run-cli.mjs";
import { stopAll } from "./cli/shutdown.mjs";
import { step } from "./cli/steps.mjs";
import { launchEmbedded } from "./embedded/launch.mjs";

/**
 * `npm run db:reset`: replaces the demo's database with a fresh demo campus. `npm run db:reset --
 * <name>`: replaces the database of that name, no matter who created it.
 */
await runCli(async () => {
  const [confirmed, ...others] = process.argv.slice(2);
  if (others.length > 0) throw new CliError("npm run db:reset -- [<name of the database>]");
  const { dataDir } = await launchEmbedded({ listens: false });
  const { emptyDatabase, fillDatabase, provideDatabase, assertDemoDatabase, assertLocalDatabase } =
    await import("./embedded/database.mjs");
  assertLocalDatabase();
  await provideDatabase(dataDir);
  await assertDemoDatabase(confirmed);
  await step("Drop and create the database", emptyDatabase);
  // The files of the deleted posts.
  rmSync(path.join(dataDir, "media"), { recursive: true, force: true });
  await fillDatabase({ seeds: true });
  await stopAll();
});
