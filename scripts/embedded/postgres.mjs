import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { CliError } from "../cli/cli-error.mjs";
import { freePort } from "../cli/ports.mjs";
import { spawnSupervised } from "../cli/supervised.mjs";
import { postgresBinaries } from "./binaries.mjs";
import { POSTGRES_ENV, prepareCluster } from "./cluster.mjs";
import { asPostgresUser, postgresUser } from "./os-user.mjs";

/**
 * The embedded PostgreSQL: a real server on a free port of 127.0.0.1, with its data in `<data
 * folder>/postgres` and its log in `postgres.log` next to it. fsync stays on: acknowledged writes
 * survive a crash.
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
  // Constraint violations are normal for the app, and their log lines would quote user input.
  log_min_messages: "log",
};

/** Gives up after this many crashes within a minute. */
const MAX_CRASHES_PER_MINUTE = 5;

/**
 * Starts the server and restarts it on the same port after a crash.
 * @param {string} dataDir created when missing
 * @param {Partial<Record<string, string>>} [settings] further PostgreSQL settings
 * @returns {Promise<{ port: number, url: (database: string) => string, stop: () => Promise<void>
 *   }>}
 */
export async function startPostgres(dataDir, settings = {}) {
  mkdirSync(dataDir, { recursive: true, mode: 0o755 });
  const cluster = path.join(dataDir, "postgres");
  const binaries = postgresBinaries();
  const user = postgresUser(dataDir, cluster, binaries.postgres);
  const password = await prepareCluster(dataDir, cluster, binaries, user);
  const launch = (/** @type {number} */ port) =>
    launchServer(dataDir, cluster, asPostgresUser(user, command(binaries.postgres, cluster, port, settings)));

  let port = await freePort();
  let server = await launch(port);
  // Another process may have taken the port in the meantime.
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
  const supervise = async () => {
    for (;;) {
      await server.exited;
      if (stopping) return;
      const now = Date.now();
      crashes.push(now);
      if (crashes.filter((at) => now - at < 60_000).length > MAX_CRASHES_PER_MINUTE) {
        console.error(`PostgreSQL crashed repeatedly: see ${path.join(dataDir, "postgres.log")}.`);
        return;
      }
      console.error("PostgreSQL stopped unexpectedly: restarting it.");
      // Children of a killed server take a moment to exit and free its shared memory.
      do {
        await delay(250);
        if (!stopping) server = await launch(port);
      } while (!stopping && !server.isReady && Date.now() - now < 30_000);
    }
  };
  const supervision = supervise();

  return {
    port,
    url: (database) => `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`,
    stop: async () => {
      stopping = true;
      await server.stop();
      await supervision;
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
 * Starts the process and waits until it accepts connections or exits.
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
    // A fast shutdown: the server stops its own children in order.
    onParentExit: "kill -INT $$",
  });
  closeSync(log);
  let hasExited = false;
  /** @type {Promise<void>} */
  const exited = new Promise((resolve) => {
    const end = () => {
      hasExited = true;
      resolve();
    };
    child.once("exit", end);
    child.once("error", end);
  });
  // Crash recovery may take long: wait as long as the process runs.
  while (!hasExited && !isReady(cluster, child.pid)) await delay(30);

  const stop = async () => {
    // Fast (ends sessions), then immediate (recovers at the next start), then by force.
    for (const signal of /** @type {const} */ (["SIGINT", "SIGQUIT", "SIGKILL"])) {
      if (hasExited) return;
      child.kill(signal);
      // A paused server handles no other signal.
      child.kill("SIGCONT");
      await Promise.race([exited, delay(8_000, undefined, { ref: false })]);
    }
  };
  return { isReady: !hasExited, exited, stop };
}

/**
 * The last line of `postmaster.pid` is the server's state; `pg_ctl` reads it the same way.
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
