import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { CliError } from "../cli/cli-error.mjs";
import { freePort } from "../cli/ports.mjs";
import { spawnSupervised } from "../cli/supervised.mjs";
import { postgresBinaries } from "./binaries.mjs";
import { POSTGRES_ENV, readyCluster } from "./cluster.mjs";
import { asPostgresUser, postgresUser } from "./os-user.mjs";

/**
 * The embedded PostgreSQL: a real server on a free port of 127.0.0.1, data in `<data
 * folder>/postgres`, log in `postgres.log` beside it. fsync stays on: what was acknowledged
 * survives a crash.
 */

const SETTINGS = {
  listen_addresses: "127.0.0.1",
  // No socket file: its path may be too long, and /tmp is shared.
  unix_socket_directories: "",
  max_connections: "200",
  shared_buffers: "128MB",
  jit: "off",
  timezone: "UTC",
  log_timezone: "UTC",
  log_checkpoints: "off",
  // Refused rows are ordinary answers of the app, and their log lines would quote what people
  // typed.
  log_min_messages: "log",
};

/** Restarts within a minute after which we stop trying. */
const CRASHES_A_MINUTE = 5;

/**
 * Starts the server and keeps it up: when it crashes it is started again on the same port.
 * @param {string} dataDir made when missing
 * @param {Partial<Record<string, string>>} [settings] further PostgreSQL settings
 * @returns {Promise<{ port: number, url: (database: string) => string, stop: () => Promise<void>
 *   }>}
 */
export async function startPostgres(dataDir, settings = {}) {
  mkdirSync(dataDir, { recursive: true, mode: 0o755 });
  const cluster = path.join(dataDir, "postgres");
  const binaries = postgresBinaries();
  const user = postgresUser(dataDir, cluster, binaries.postgres);
  const password = await readyCluster(dataDir, cluster, binaries, user);
  const launch = (/** @type {number} */ port) =>
    launchServer(dataDir, cluster, asPostgresUser(user, command(binaries.postgres, cluster, port, settings)));

  let port = await freePort();
  let server = await launch(port);
  // Somebody may have taken the port between our look and the start.
  for (let tries = 0; !server.isReady && tries < 3; tries++) {
    port = await freePort();
    server = await launch(port);
  }
  if (!server.isReady)
    throw new CliError(
      `PostgreSQL does not start. Its log (${path.join(dataDir, "postgres.log")}) ends:\n${logEnd(dataDir)}`,
    );

  let stopping = false;
  /** @type {number[]} */
  const crashes = [];
  const keepUp = async () => {
    for (;;) {
      await server.ended;
      if (stopping) return;
      const now = Date.now();
      crashes.push(now);
      if (crashes.filter((at) => now - at < 60_000).length > CRASHES_A_MINUTE) {
        console.error(`PostgreSQL keeps crashing: see ${path.join(dataDir, "postgres.log")}.`);
        return;
      }
      console.error("PostgreSQL ended unexpectedly and is started again.");
      // Children of a killed server need a moment to notice and let go of its memory.
      do {
        await delay(250);
        if (!stopping) server = await launch(port);
      } while (!stopping && !server.isReady && Date.now() - now < 30_000);
    }
  };
  const keeper = keepUp();

  return {
    port,
    url: (database) => `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`,
    stop: async () => {
      stopping = true;
      await server.stop();
      await keeper;
    },
  };
}

/**
 * @param {string} postgres
 * @param {string} cluster
 * @param {number} port
 * @param {Partial<Record<string, string>>} settings
 */
function command(postgres, cluster, port, settings) {
  const flags = Object.entries({ ...SETTINGS, ...settings }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]);
  return [postgres, "-D", cluster, "-p", String(port), ...flags];
}

/**
 * Starts the process and waits until it accepts connections, or has ended.
 * @param {string} dataDir
 * @param {string} cluster
 * @param {ReturnType<typeof asPostgresUser>} launch
 */
async function launchServer(dataDir, cluster, { command: program, args, ids }) {
  const log = openSync(path.join(dataDir, "postgres.log"), "a");
  const child = spawnSupervised(program, args, {
    ...ids,
    cwd: "/",
    env: POSTGRES_ENV,
    stdio: ["ignore", log, log],
    // Fast shutdown of the server itself, which ends its own children in order.
    onParentExit: "kill -INT $$",
  });
  closeSync(log);
  let hasEnded = false;
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) => {
    const end = () => {
      hasEnded = true;
      resolve();
    };
    child.once("exit", end);
    child.once("error", end);
  });
  // Recovery after a crash may take its time: as long as it runs, wait.
  while (!hasEnded && !isReady(cluster, child.pid)) await delay(30);

  const stop = async () => {
    // Fast (ends sessions), then immediate (recovers at the next start).
    for (const signal of /** @type {const} */ (["SIGINT", "SIGQUIT", "SIGKILL"])) {
      if (hasEnded) return;
      child.kill(signal);
      // A server that was paused takes no other signal.
      child.kill("SIGCONT");
      await Promise.race([ended, delay(8_000, undefined, { ref: false })]);
    }
  };
  return { isReady: !hasEnded, ended, stop };
}

/**
 * The server keeps its state in the last line of `postmaster.pid`; `pg_ctl` reads it the same way.
 * @param {string} cluster
 * @param {number | undefined} pid
 */
function isReady(cluster, pid) {
  const file = path.join(cluster, "postmaster.pid");
  if (!existsSync(file)) return false;
  const lines = readFileSync(file, "utf8").split("\n");
  return Number(lines[0]) === pid && lines[7]?.trim() === "ready";
}

/** @param {string} dataDir */
function logEnd(dataDir) {
  return readFileSync(path.join(dataDir, "postgres.log"), "utf8").split("\n").slice(-15).join("\n");
}
