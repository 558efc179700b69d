import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** Which database a command works on, and whether it is one of this machine. */

/**
 * The database past its pooler: whole transactions with settings of their own, locks of a session
 * and COPY belong there.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | undefined}
 */
export function directDatabaseUrl(env = process.env) {
  return env.DIRECT_DATABASE_URL || env.DATABASE_URL || undefined;
}

const LOCAL = ["localhost", "127.0.0.1", "[::1]", ""];

/**
 * True for a database on this machine: a loopback address or a Unix socket, and nothing else in the
 * address.
 * @param {string} address
 */
export function isLocalDatabase(address) {
  // `postgresql:///name?host=/run/postgresql` has no host, which only special schemes may lack for
  // URL.
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) return false;
  const others = ["host", "hostaddr"].flatMap((name) => url.searchParams.getAll(name));
  return LOCAL.includes(url.hostname) && others.every((host) => host.startsWith("/") || LOCAL.includes(host));
}

/**
 * The address of the embedded server that runs on `dataDir` (`npm run up` started it), from the
 * files it keeps there; undefined while none runs.
 * @param {string} dataDir
 */
export function runningEmbeddedDatabase(dataDir) {
  const pidFile = path.join(dataDir, "postgres/postmaster.pid");
  const passwordFile = path.join(dataDir, "postgres-password");
  if (!existsSync(pidFile) || !existsSync(passwordFile)) return undefined;
  const [pid, , , port] = readFileSync(pidFile, "utf8").split("\n");
  if (!pid || !port || !isAlive(Number(pid))) return undefined;
  return `postgresql://postgres:${readFileSync(passwordFile, "utf8").trim()}@127.0.0.1:${port}/campus_circle`;
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process is alive too.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
