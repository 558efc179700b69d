import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { CliError } from "../cli/cli-error.mjs";
import { asPostgresUser } from "./os-user.mjs";
import { readOrCreateSecret } from "./secret.mjs";

/**
 * The files of the embedded database, in `<data folder>/postgres`: created when missing, repaired
 * after a crash.
 * @typedef {import("./os-user.mjs").PostgresUser} PostgresUser
 * @typedef {{ initdb: string, postgres: string }} Binaries
 */

/** PostgreSQL must not see the caller's environment (PGDATA, PGPORT, LC_…). */
export const POSTGRES_ENV = /** @type {NodeJS.ProcessEnv} */ (
  /** @type {unknown} */ ({
    PATH: process.env.PATH ?? "/usr/bin:/bin",
    LC_ALL: "C",
    TZ: "UTC",
  })
);

/** The major version of the package. */
const MAJOR = "18";

/**
 * Prepares the cluster for starting, whatever state an earlier run left it in.
 * @param {string} dataDir
 * @param {string} cluster
 * @param {Binaries} binaries
 * @param {PostgresUser} user
 * @returns {Promise<string>} the password of the role `postgres`
 */
export async function prepareCluster(dataDir, cluster, binaries, user) {
  const passwordFile = path.join(dataDir, "postgres-password");
  const hasPassword = existsSync(passwordFile);
  const password = readOrCreateSecret(passwordFile);
  if (!existsSync(path.join(cluster, "PG_VERSION"))) {
    createCluster(dataDir, cluster, binaries, user, password);
    return password;
  }
  const version = readFileSync(path.join(cluster, "PG_VERSION"), "utf8").trim();
  if (version !== MAJOR) {
    throw new CliError(
      `${cluster} was created by PostgreSQL ${version}, not ${MAJOR}: remove it or use another DATA_DIR.`,
    );
  }
  await stopOrphan(cluster);
  if (!hasPassword) setPassword(cluster, binaries, user, password);
  return password;
}

/**
 * `initdb` works in a temporary folder, which is renamed only when complete. So a crash halfway
 * leaves nothing that looks like a database.
 * @param {string} dataDir
 * @param {string} cluster
 * @param {Binaries} binaries
 * @param {PostgresUser} user
 * @param {string} password
 */
function createCluster(dataDir, cluster, binaries, user, password) {
  // A random name: an initdb that outlived a killed launcher may still be writing to the previous
  // one.
  const unfinished = `${cluster}.new-${randomBytes(4).toString("hex")}`;
  const passwordFile = path.join(dataDir, "postgres-password.initdb");
  const leftovers = readdirSync(dataDir).filter((name) => name.startsWith(`${path.basename(cluster)}.new-`));
  for (const leftover of [...leftovers.map((name) => path.join(dataDir, name)), cluster]) {
    rmSync(leftover, { recursive: true, force: true, maxRetries: 10 });
  }
  mkdirSync(unfinished, { mode: 0o700 });
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (user.uid !== undefined && user.gid !== undefined) {
    for (const file of [unfinished, passwordFile]) chownSync(file, user.uid, user.gid);
  }
  try {
    runAs(user, [
      binaries.initdb,
      `--pgdata=${unfinished}`,
      "--username=postgres",
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      // The same sort order and case rules on every machine, whatever its locale.
      "--encoding=UTF8",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--locale=C",
      "--no-instructions",
    ]);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(unfinished, cluster);
}

/**
 * Sets a new password for the role while the server is down. Used when the data folder's password
 * file was lost.
 * @param {string} cluster
 * @param {Binaries} binaries
 * @param {PostgresUser} user
 * @param {string} password hexadecimal, so it needs no quoting
 */
function setPassword(cluster, binaries, user, password) {
  const command = [binaries.postgres, "--single", "-D", cluster, "postgres"];
  runAs(user, command, `ALTER ROLE postgres PASSWORD '${password}'\n`);
}

/**
 * Stops a server that outlived its launcher, and removes the `postmaster.pid` of one that crashed.
 * PostgreSQL does not start when the process id in that file now belongs to any other process.
 * @param {string} cluster
 */
async function stopOrphan(cluster) {
  const pidFile = path.join(cluster, "postmaster.pid");
  if (!existsSync(pidFile)) return;
  const pid = Number.parseInt(readFileSync(pidFile, "utf8"), 10);
  // Fast, then immediate, then by force. Each attempt gets ten seconds.
  for (const signal of /** @type {const} */ (["SIGINT", "SIGQUIT", "SIGKILL"])) {
    if (!isServerOf(pid, cluster)) break;
    process.kill(pid, signal);
    // A paused server handles no other signal.
    if (signal !== "SIGKILL") process.kill(pid, "SIGCONT");
    for (let tries = 0; tries < 100 && isServerOf(pid, cluster); tries++) await delay(100);
  }
  if (isServerOf(pid, cluster))
    throw new CliError(`The PostgreSQL of ${cluster} (process ${pid}) does not stop: kill it.`);
  rmSync(pidFile, { force: true });
}

/**
 * Whether the process is the PostgreSQL of this folder, not one that reused its id.
 * @param {number} pid
 * @param {string} cluster
 */
function isServerOf(pid, cluster) {
  if (!Number.isInteger(pid) || pid <= 1) return false;
  if (process.platform === "linux") {
    const home = `/proc/${pid}/cwd`;
    try {
      return readlinkSync(home) === realpathSync(cluster);
    } catch {
      // No such process, or another user's, and so not our server.
      return false;
    }
  }
  const { stdout } = spawnSync("ps", ["-p", String(pid), "-o", "command="], { encoding: "utf8" });
  return stdout.includes("postgres") && stdout.includes(cluster);
}

/**
 * @param {PostgresUser} user
 * @param {string[]} command
 * @param {string} [input]
 */
export function runAs(user, command, input = "") {
  const { command: program, args, ids } = asPostgresUser(user, command);
  const result = spawnSync(program, args, { ...ids, cwd: "/", env: POSTGRES_ENV, input, encoding: "utf8" });
  if (result.error) throw result.error;
  if (result.status !== 0)
    throw new CliError(`${path.basename(command[0] ?? "")} failed:\n${result.stdout}${result.stderr}`);
}
