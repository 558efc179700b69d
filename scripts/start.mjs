import { existsSync } from "node:fs";
import path from "node:path";
import { CliError } from "./cli/cli-error.mjs";
import { ROOT, readLaunchEnvironment } from "./cli/environment.mjs";
import { requireNode, warnOfOldNode } from "./cli/node-version.mjs";
import { runCli } from "./cli/run-cli.mjs";
import { onStop, stopOnSignals } from "./cli/shutdown.mjs";
import { checkDatabase, checkEnvironment } from "./server/preflight.mjs";
import { serve } from "./server/serve.mjs";

/**
 * `npm start`: production. No embedded defaults; an invalid environment stops the start with one
 * line that names the variable.
 */
await runCli(async () => {
  requireNode();
  const { port, host } = readLaunchEnvironment();
  stopOnSignals(0);
  Object.assign(process.env, { NODE_ENV: "production" });
  if (process.env.EMBEDDED && process.env.EMBEDDED !== "0") {
    throw new CliError("EMBEDDED is only for `npm run up` on your own machine, never for production.");
  }
  await checkEnvironment();
  await checkDatabase();
  if (!existsSync(path.join(ROOT, ".next/BUILD_ID"))) {
    throw new CliError("There is no build yet: run `npm run build` first.");
  }
  onStop(await serve({ port, host }));
  warnOfOldNode();
  console.log(`Listening on http://${host}:${port}`);
});
