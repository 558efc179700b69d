import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { CliError } from "../cli/cli-error.mjs";
import { NO_PROVIDERS } from "../cli/environment.mjs";
import { freePort } from "../cli/ports.mjs";
import { findProgram } from "../cli/program.mjs";
import { onStop } from "../cli/shutdown.mjs";
import { step } from "../cli/steps.mjs";
import { spawnSupervised } from "../cli/supervised.mjs";
import { createDatabase } from "../embedded/database.mjs";
import { migrate } from "../embedded/migrations.mjs";
import { startPgBouncer } from "../embedded/pgbouncer.mjs";
import { startPostgres } from "../embedded/postgres.mjs";
import { startReplica } from "../embedded/replica.mjs";
import { startNginx } from "./nginx.mjs";

/**
 * Two instances of the product behind nginx, with PgBouncer in front of PostgreSQL, a streaming
 * replica, and one folder of media. Everything is new at each start.
 * @typedef {{ port: number, address: string, start: () => Promise<void>, stop: () => Promise<number |
 *   null> }} Instance `stop` sends SIGTERM and returns the exit code
 * @typedef {{ address: string, instances: [Instance, Instance], env: NodeJS.ProcessEnv, primary: string,
 * replica: string, stopReplica: () => Promise<void>, log: () => string }} Cluster `address`: nginx;
 * `primary` and `replica`: addresses of the database, not through PgBouncer; `log`: what the
 * instances
 *   have logged
 */

/** How long an instance may take to start. */
const START_MS = 30_000;

const DATABASE = "campus_circle";

/**
 * @param {string} dataDir emptied first
 * @param {{ port?: number, settings?: Record<string, string>, durable?: boolean }} [options] `port`:
 * nginx's; `settings`: of the instances; `durable`: PostgreSQL waits for the disk, as in production
 * @returns {Promise<Cluster>}
 */
export async function startCluster(dataDir, { port: wanted, settings = {}, durable = true } = {}) {
  const nginx = requireProgram("nginx");
  const pgbouncer = requireProgram("pgbouncer");
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
  mkdirSync(dataDir, { recursive: true });
  /** @type {Partial<Record<string, string>>} */
  const database = durable ? {} : { fsync: "off" };
  let [primary, pooled, replica] = ["", "", ""];
  let stopReplica = async () => {};
  await step("Start PostgreSQL", async () => {
    const postgres = await startPostgres(dataDir, database);
    onStop(postgres.stop);
    await createDatabase(postgres.url("postgres"), DATABASE);
    primary = postgres.url(DATABASE);
  });
  await step("Start its replica", async () => {
    const standby = await startReplica(dataDir, primary, database);
    onStop(standby.stop);
    replica = standby.url(DATABASE);
    stopReplica = standby.stop;
  });
  await step("Start PgBouncer", async () => {
    const pooler = await startPgBouncer(pgbouncer, dataDir, primary);
    onStop(pooler.stop);
    pooled = pooler.url;
  });
  const port = wanted ?? (await freePort());
  const address = `http://localhost:${port}`;
  /** @type {NodeJS.ProcessEnv} */
  const env = {
    ...process.env,
    NODE_ENV: "production",
    EMBEDDED: "1",
    NEXT_TELEMETRY_DISABLED: "1",
    ...NO_PROVIDERS,
    NEXTAUTH_SECRET: "only for trying several instances on one machine",
    APP_URL: address,
    DATA_DIR: path.join(dataDir, "app"),
    DATABASE_URL: pooled,
    DIRECT_DATABASE_URL: primary,
    DATABASE_OWNER_URL: "",
    DATABASE_REPLICA_URL: replica,
    DATABASE_CA: "",
    TRUST_PROXY: "1",
    HOST: "127.0.0.1",
    ...settings,
  };
  await step("Apply migrations", () => migrate(env));
  const log = path.join(dataDir, "instances.log");
  const instances = /** @type {[Instance, Instance]} */ (
    await Promise.all([newInstance(env, log), newInstance(env, log)])
  );
  await step("Start two instances", async () => {
    for (const instance of instances) onStop(async () => void (await instance.stop()));
    await Promise.all(instances.map((instance) => instance.start()));
  });
  await step("Start nginx", async () => {
    const ports = instances.map((instance) => instance.port);
    onStop(await startNginx(nginx, { folder: path.join(dataDir, "nginx"), port, instances: ports }));
  });
  return { address, instances, env, primary, replica, stopReplica, log: () => readFileSync(log, "utf8") };
}

/** @param {string} name */
function requireProgram(name) {
  const program = findProgram(name);
  if (program) return program;
  throw new CliError(
    "Several instances need nginx and PgBouncer. Debian: apt-get install nginx-light pgbouncer; macOS: brew install nginx pgbouncer.",
  );
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string} log
 * @returns {Promise<Instance>} not started yet
 */
async function newInstance(env, log) {
  const port = await freePort();
  const address = `http://localhost:${port}`;
  /** @type {import("node:child_process").ChildProcess | undefined} */
  let child;
  return {
    port,
    address,
    start: async () => {
      const file = openSync(log, "a");
      child = spawnSupervised(process.execPath, ["scripts/cluster/instance.mjs"], {
        env: { ...env, PORT: String(port) },
        stdio: ["ignore", file, file],
      });
      closeSync(file);
      for (const deadline = Date.now() + START_MS; !(await isReady(address)); await delay(50)) {
        if (child.exitCode !== null || Date.now() > deadline)
          throw new CliError(`An instance does not start:\n${readFileSync(log, "utf8").slice(-2_000)}`);
      }
    },
    stop: async () => {
      const stopping = child;
      if (!stopping || stopping.exitCode !== null || stopping.signalCode !== null) {
        return stopping?.exitCode ?? null;
      }
      stopping.kill("SIGTERM");
      await new Promise((resolve) => stopping.once("exit", resolve));
      return stopping.exitCode;
    },
  };
}

/** @param {string} address */
async function isReady(address) {
  try {
    return (await fetch(`${address}/api/health/ready`)).ok;
  } catch {
    // It does not listen yet.
    return false;
  }
}
