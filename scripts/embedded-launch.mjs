import { mkdirSync } from "node:fs";
import path from "node:path";
import { readLaunchEnvironment } from "./environment.mjs";
import { ensureInstalled } from "./install.mjs";
import { takeLock } from "./lock.mjs";
import { requireNode } from "./node-version.mjs";
import { isPortFree } from "./ports.mjs";
import { Refusal } from "./refusal.mjs";
import { keptSecret } from "./secret.mjs";
import { step } from "./steps.mjs";
import { stopOnSignals } from "./stopping.mjs";

/** A predecessor that is just being stopped gets this long to finish. */
const PREDECESSOR_MS = 5_000;

/**
 * What `up`, `dev` and `db:reset` have in common: looks whether everything needed is free before any long work, installs
 * what is missing, and sets the environment of the embedded mode (docs/decisions/0003).
 * @param {{ listens: boolean }} options `listens`: the port must be free
 * @returns {Promise<{ port: number, host: string, dataDir: string, address: string }>}
 */
export async function launchEmbedded({ listens }) {
  requireNode();
  const { port, host, dataDir } = readLaunchEnvironment();
  // A job that was stopped is not done; a server that was stopped is.
  stopOnSignals(listens ? 0 : 1);
  mkdirSync(dataDir, { recursive: true });
  if (!(await takeLock(dataDir, PREDECESSOR_MS))) {
    throw new Refusal(
      `Campus Circle is already running on ${dataDir}: stop it first, or set DATA_DIR to another folder.`,
    );
  }
  if (listens && !(await isPortFree(port, host))) {
    throw new Refusal(`Port ${port} of ${host} is taken: stop what uses it, or set PORT to another one.`);
  }
  await step("Install packages", ensureInstalled);
  const { ensureGenerated } = await import("./generate.mjs");
  await step("Generate the database client", ensureGenerated);

  const address = process.env.APP_URL || `http://localhost:${port}`;
  Object.assign(process.env, {
    EMBEDDED: "1",
    PORT: String(port),
    HOST: host,
    DATA_DIR: dataDir,
    NEXTAUTH_SECRET: process.env.NEXTAUTH_SECRET || keptSecret(path.join(dataDir, "secret")),
    NEXT_TELEMETRY_DISABLED: "1",
  });
  return { port, host, dataDir, address };
}
