import { chownSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { CliError } from "../cli/cli-error.mjs";
import { freePort, isListening } from "../cli/ports.mjs";
import { spawnSupervised } from "../cli/supervised.mjs";
import { asPostgresUser, postgresUser } from "./os-user.mjs";

/**
 * PgBouncer in transaction mode, for tests/instances.test.ts: hosted PostgreSQL usually sits behind
 * it.
 */

const START_MS = 10_000;

/**
 * Starts PgBouncer in front of every database of a server. It has fewer server connections than the
 * app has client connections, so clients really share them.
 * @param {string} program
 * @param {string} dataDir
 * @param {string} server a database's address with its password
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>} `url`: the same database through
 *   PgBouncer
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
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const deadline = Date.now() + START_MS;
  while (!(await isListening(port))) {
    if (child.exitCode !== null || Date.now() > deadline) {
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
      await exited;
    },
  };
}
