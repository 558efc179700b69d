import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { CliError } from "../cli/cli-error.mjs";

/**
 * PostgreSQL does not run as root. When we are root, it runs as the owner of its data, else as
 * `postgres`, else as `nobody`. No account is created.
 * @typedef {{ uid?: number, gid?: number, prefix: string[] }} PostgresUser `prefix` precedes every
 *   command
 */

/**
 * The user that runs PostgreSQL.
 * @param {string} dataDir an existing folder that the account must be able to enter
 * @param {string} cluster the folder of the database itself, which may not exist yet
 * @param {string} binary the `postgres` program, which the account must be able to run
 * @returns {PostgresUser}
 */
export function postgresUser(dataDir, cluster, binary) {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const account = ownerOf(cluster) ?? accountOf("postgres") ?? accountOf("nobody");
  if (!account)
    throw new CliError(
      "PostgreSQL cannot run as root and needs an account named `postgres` or `nobody`: add one.",
    );
  const plain = { ...account, prefix: [] };
  if (canReach(plain, dataDir, binary)) return plain;
  // A folder that only root may enter, such as one under /root: let the process pass folders
  // without running as root.
  const capable = {
    prefix: [
      "setpriv",
      `--reuid=${account.uid}`,
      `--regid=${account.gid}`,
      "--clear-groups",
      // Otherwise access(2), with which PostgreSQL finds its programs, ignores the capability.
      "--securebits=+no_setuid_fixup",
      "--inh-caps=+dac_override",
      "--ambient-caps=+dac_override",
    ],
  };
  if (canReach(capable, dataDir, binary)) return { ...account, ...capable };
  throw new CliError(
    `Started as root, PostgreSQL runs as another user, who cannot enter ${dataDir} or the project's folder: ` +
      "move both to a folder that everyone can enter, or run this as an ordinary user.",
  );
}

/**
 * What `spawn` needs to run a command as that user.
 * @param {PostgresUser} user
 * @param {string[]} command
 * @returns {{ command: string, args: string[], ids: { uid?: number, gid?: number } }}
 */
export function asPostgresUser({ uid, gid, prefix }, command) {
  const [program = "", ...args] = [...prefix, ...command];
  // The prefix, if there is one, changes the user.
  const ids = prefix.length > 0 || uid === undefined || gid === undefined ? {} : { uid, gid };
  return { command: program, args, ids };
}

/**
 * @param {PostgresUser} user
 * @param {string} dataDir
 * @param {string} binary
 */
function canReach(user, dataDir, binary) {
  const { command, args, ids } = asPostgresUser(user, [
    "/bin/sh",
    "-c",
    'cd "$0" && test -x "$1"',
    dataDir,
    binary,
  ]);
  return spawnSync(command, args, { ...ids, cwd: "/", stdio: "ignore" }).status === 0;
}

/** @param {string} folder */
function ownerOf(folder) {
  if (!existsSync(folder)) return undefined;
  const { uid, gid } = statSync(folder);
  return uid === 0 ? undefined : { uid, gid };
}

/** @param {string} name */
function accountOf(name) {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(":") ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}
