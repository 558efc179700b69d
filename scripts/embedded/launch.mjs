import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { CliError } from "../cli/cli-error.mjs";
import { readLaunchEnvironment } from "../cli/environment.mjs";
import { ensureInstalled, ensurePackages } from "../cli/install.mjs";
import { acquireLock } from "../cli/lock.mjs";
import { requireNode } from "../cli/node-version.mjs";
import { isPortFree } from "../cli/ports.mjs";
import { stopOnSignals } from "../cli/shutdown.mjs";
import { step } from "../cli/steps.mjs";
import { readOrCreateSecret } from "./secret.mjs";

/** A previous process that is shutting down gets this long to finish. */
const HANDOVER_MS = 5_000;

/**
 * What `up`, `dev`, `db:reset` and `restore` share: fails early when the folder or port is in use,
 * installs what is missing, and sets the environment of embedded mode (docs/decisions/0003).
 * @param {{ listens: boolean, packages?: string[] | undefined }} options `listens`: the port must be
 *   free. `packages`: all that the command needs, the database client apart
 * @returns {Promise<{ port: number, host: string, dataDir: string, address: string, outbox: string
 *   }>} `outbox`: where to read mails, with the password if there is one
 */
export async function launchEmbedded({ listens, packages }) {
  requireNode();
  const { port, host, dataDir } = readLaunchEnvironment();
  // An interrupted job has failed; an interrupted server has not.
  stopOnSignals(listens ? 0 : 1);
  mkdirSync(dataDir, { recursive: true });
  if (!(await acquireLock(dataDir, HANDOVER_MS))) {
    throw new CliError(
      `Campus Circle is already running on ${dataDir}: stop it first, or set DATA_DIR to another folder.`,
    );
  }
  if (listens && !(await isPortFree(port, host))) {
    throw new CliError(`Port ${port} of ${host} is taken: stop what uses it, or set PORT to another one.`);
  }
  if (packages) {
    await step("Install packages", () => ensurePackages(packages));
  } else {
    await step("Install packages", ensureInstalled);
    const { ensureGenerated } = await import("../generate.mjs");
    await step("Generate the database client", ensureGenerated);
  }

  const address = process.env.APP_URL || `http://localhost:${port}`;
  Object.assign(process.env, {
    EMBEDDED: "1",
    PORT: String(port),
    HOST: host,
    DATA_DIR: dataDir,
    NEXTAUTH_SECRET: process.env.NEXTAUTH_SECRET || readOrCreateSecret(path.join(dataDir, "secret")),
    NEXT_TELEMETRY_DISABLED: "1",
  });
  const outbox = `${address}/dev/outbox`;
  if (!listens || (isLoopback(host) && isLoopback(new URL(address).hostname))) {
    return { port, host, dataDir, address, outbox };
  }
  console.warn(
    `\nOther machines can reach Campus Circle at ${isLoopback(host) ? address : host}. Anyone who reads /dev/outbox can ` +
      "sign in to every account, so it requires a password.\n",
  );
  if (process.env.OUTBOX_PASSWORD) return { port, host, dataDir, address, outbox };
  const password = randomBytes(12).toString("base64url");
  process.env.OUTBOX_PASSWORD = password;
  return { port, host, dataDir, address, outbox: `${outbox}  (any name, password ${password})` };
}

/**
 * Whether only this machine can reach the host.
 * @param {string} host
 */
const isLoopback = (host) => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host);

/**
 * `--seed`: adds the demo campus to an empty database of your own too.
 * @throws {CliError} for any other argument
 */
export function readSeedOption() {
  try {
    return parseArgs({ options: { seed: { type: "boolean", default: false } } }).values.seed;
  } catch (error) {
    throw new CliError(`${error instanceof Error ? error.message : error}\nnpm run up -- [--seed]`);
  }
}
