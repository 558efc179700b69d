import { rmSync } from "node:fs";
import path from "node:path";
import { launchEmbedded } from "./embedded-launch.mjs";
import { runMain } from "./main.mjs";
import { step } from "./steps.mjs";
import { stopAll } from "./stopping.mjs";

/** `npm run db:reset`: an empty database with the demo campus in it, in place of the one that is there. */
await runMain(async () => {
  const { dataDir } = await launchEmbedded({ listens: false });
  const { emptyDatabase, fillDatabase, provideDatabase, refuseRemoteDatabase } = await import(
    "./embedded-database.mjs"
  );
  refuseRemoteDatabase();
  await provideDatabase(dataDir);
  await step("Drop and create the database", emptyDatabase);
  // The files of posts that are no more.
  rmSync(path.join(dataDir, "media"), { recursive: true, force: true });
  await fillDatabase();
  await stopAll();
});
