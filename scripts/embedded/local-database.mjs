import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** Which database a command works on, and whether it is on this machine. */

/**
 * The database's direct address, past any pooler. Session settings, session locks and COPY need it.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | undefined}
 */
export function directDatabaseUrl(env = process.env) {
  return env.DIRECT_DATABASE_URL || env.DATABASE_URL || undefined;
}

/**
 * The address as the role that owns the tables, for what changes the schema: migrations and
 * restore. It is the app's own unless DATABASE_OWNER_URL names another.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | undefined}
 */
export function ownerDatabaseUrl(env = process.env) {
  return env.DATABASE_OWNER_URL || directDatabaseUrl(env);
}

const LOCAL = ["localhost", "127.0.0.1", "[::1]", ""];

/**
 * True for a database on this machine: every host in the address is a loopback address or a Unix
 * socket.
 * @param {string} address
 */
export function isLocalDatabase(address) {
  // `postgresql:///name?host=/run/postgresql` has an empty host, which `URL` parses.
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) return false;
  const hosts = ["host", "hostaddr"].flatMap((name) => url.searchParams.getAll(name));
  return LOCAL.includes(url.hostname) && hosts.every((host) => host.startsWith("/") || LOCAL.includes(host));
}

/**
 * The address of the embedded server running on `dataDir` (started by `npm run up`), read from its
 * files; undefined when none runs.
 * @param {string} dataDir
 */
export function runningEmbeddedDatabase(dataDir) {
  const pidFile = path.join(dataDir, "postgres/postmaster.pid");
  const passwordFile = path.join(dataDir, "postgres-password");
  if (!existsSync(pidFile) || !existsSync(passwordFile)) return undefined;
  const [pid, , , port] = readFileSync(pidFile, "utf8").split("\n");
  if (!/^\d+$/.test(pid ?? "") || !/^\d+$/.test(port ?? "") || !isAlive(Number(pid))) return undefined;
  return `postgresql://postgres:${readFileSync(passwordFile, "utf8").trim()}@127.0.0.1:${port}/campus_circle`;
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM means that another user's process is alive.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
