import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startPostgres } from "../embedded/postgres.mjs";
import { ExecError, runTypeScript } from "./exec.mjs";
import { runCli } from "./run-cli.mjs";
import { onStop, stopAll, stopOnSignals } from "./shutdown.mjs";

/**
 * `node scripts/cli/with-scratch-postgres.mjs <script.ts> …`: runs a script on an empty database,
 * which is deleted afterwards.
 */
await runCli(async () => {
  stopOnSignals(1);
  const dataDir = mkdtempSync(path.join(tmpdir(), "campus-circle-scratch-"));
  onStop(async () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 }));
  const postgres = await startPostgres(dataDir, { fsync: "off" });
  onStop(postgres.stop);
  try {
    await runTypeScript(process.argv.slice(2), {
      env: {
        ...process.env,
        DATABASE_URL: postgres.url("postgres"),
        DIRECT_DATABASE_URL: "",
        DATABASE_OWNER_URL: "",
      },
      show: true,
    });
  } catch (error) {
    // The script has printed its own error.
    if (!(error instanceof ExecError)) throw error;
    process.exitCode = 1;
  }
  await stopAll();
});
