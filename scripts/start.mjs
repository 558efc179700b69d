import { existsSync } from "node:fs";
import path from "node:path";
import { ROOT, readLaunchEnvironment } from "./environment.mjs";
import { runMain } from "./main.mjs";
import { requireNode } from "./node-version.mjs";
import { checkDatabase, checkEnvironment } from "./preflight.mjs";
import { Refusal } from "./refusal.mjs";
import { serve } from "./serve.mjs";
import { onStop, stopOnSignals } from "./stopping.mjs";

/** `npm start`: production. No embedded default; a wrong environment stops the start with one line that names it. */
await runMain(async () => {
  requireNode();
  const { port, host } = readLaunchEnvironment();
  stopOnSignals(0);
  Object.assign(process.env, { NODE_ENV: "production" });
  if (process.env.EMBEDDED && process.env.EMBEDDED !== "0") {
    throw new Refusal("EMBEDDED is for `npm run up` on one's own machine: production is never embedded.");
  }
  await checkEnvironment();
  await checkDatabase();
  if (!existsSync(path.join(ROOT, ".next/BUILD_ID"))) {
    throw new Refusal("There is no build yet: run `npm run build` first.");
  }
  onStop(await serve({ port, host }));
  console.log(`Listening on http://${host}:${port}`);
});
