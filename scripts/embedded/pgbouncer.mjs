import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import net from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { CliError } from "../cli/cli-error.mjs";
import { run } from "../cli/exec.mjs";
import { freePort } from "../cli/ports.mjs";
import { spawnSupervised } from "../cli/supervised.mjs";
import { asPostgresUser, postgresUser } from "./os-user.mjs";

/** PgBouncer in transaction mode, for the tests: hosted PostgreSQL usually stands behind one. */

const PLACES = [
  ...(process.env.PATH ?? "").split(path.delimiter).map((folder) => path.join(folder, "pgbouncer")),
  // Not on everybody's path.
  "/usr/sbin/pgbouncer",
  "/usr/local/sbin/pgbouncer",
  "/opt/homebrew/bin/pgbouncer",
];
const findPgBouncer = () => PLACES.find((place) => existsSync(place));

/** A download that a firewall swallows must not hold the tests up. */
const INSTALL_MS = 60_000;
const START_MS = 10_000;

/**
 * Finds the program; as root on Debian it is installed.
 * @returns {Promise<string | undefined>} its path; undefined when this machine has none
 */
export async function providePgBouncer() {
  if (!findPgBouncer() && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    const options = { timeout: INSTALL_MS, env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
    try {
      await run("apt-get", ["update"], options);
      await run("apt-get", ["install", "-y", "--no-install-recommends", "pgbouncer"], options);
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
    }
  }
  return findPgBouncer();
}

/**
 * Starts it in front of every database of a server. It has fewer connections to the server than the
 * app has to it, so that each is handed from one to the other.
 * @param {string} program
 * @param {string} dataDir
 * @param {string} server a database's address with its password
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>} `url`: the same database through
 *   it
 */
export async function startPgBouncer(program, dataDir, server) {
  const folder = path.join(dataDir, "pgbouncer");
  mkdirSync(folder, { recursive: true });
  const user = postgresUser(dataDir, path.join(dataDir, "postgres"), program);
  const { hostname, port: serverPort, username, password } = new URL(server);
  const port = await freePort();
  const files = {
    "pgbouncer.ini": `[databases]
* = host=${hostname} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${folder}/users.txt
pool_mode = transaction
default_pool_size = 8
max_client_conn = 500
server_login_retry = 1
logfile = ${folder}/pgbouncer.log
`,
    "users.txt": `"${username}" "${password}"\n`,
    "pgbouncer.log": "",
  };
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(path.join(folder, name), content, { mode: 0o600 });
    if (user.uid !== undefined && user.gid !== undefined)
      chownSync(path.join(folder, name), user.uid, user.gid);
  }
  const { command, args, ids } = asPostgresUser(user, [program, "-q", path.join(folder, "pgbouncer.ini")]);
  const child = spawnSupervised(command, args, { ...ids, cwd: "/", stdio: ["ignore", "ignore", "ignore"] });
  /** @type {Promise<unknown>} */
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const until = Date.now() + START_MS;
  while (!(await answers(port))) {
    if (child.exitCode !== null || Date.now() > until) {
      const log = readFileSync(path.join(folder, "pgbouncer.log"), "utf8");
      throw new CliError(`PgBouncer does not start:\n${log.split("\n").slice(-10).join("\n")}`);
    }
    await delay(50);
  }
  const url = new URL(server);
  url.host = `127.0.0.1:${port}`;
  url.searchParams.set("pgbouncer", "true");
  return {
    url: url.href,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function answers(port) {
  return new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
