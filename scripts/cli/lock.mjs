import { createHash } from "node:crypto";
import { existsSync, realpathSync, rmSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/**
 * One process at a time for a folder. The lock is a listening local socket named after the folder,
 * so the kernel releases it when its holder dies, however it dies: there is no stale lock file to
 * judge.
 */

/**
 * Takes the lock of `folder`, waiting for its holder at most `patience` milliseconds.
 * @param {string} folder an existing folder
 * @param {number} [patience]
 * @returns {Promise<(() => void) | undefined>} releases the lock; undefined when somebody else kept
 *   it
 */
export async function acquireLock(folder, patience = 0) {
  const address = lockAddress(folder);
  const until = Date.now() + patience;
  for (;;) {
    const server = await listen(address);
    if (server) return () => server.close();
    if (Date.now() >= until) return undefined;
    await delay(100);
  }
}

/** @param {string} folder */
function lockAddress(folder) {
  const name = createHash("sha256").update(realpathSync(folder)).digest("hex").slice(0, 24);
  // Linux has names without a file ("\0…"); elsewhere the socket is a file in the temporary folder.
  return process.platform === "linux"
    ? `\0campus-circle-${name}`
    : path.join(tmpdir(), `campus-circle-${name}.lock`);
}

/**
 * @param {string} address
 * @returns {Promise<net.Server | undefined>}
 */
async function listen(address) {
  if (!address.startsWith("\0") && existsSync(address) && !(await isAnswered(address)))
    rmSync(address, { force: true });
  return new Promise((resolve, reject) => {
    const server = net.createServer((socket) => socket.destroy());
    server.once("error", (error) => {
      if ("code" in error && error.code === "EADDRINUSE") resolve(undefined);
      else reject(error);
    });
    server.listen(address, () => {
      server.unref();
      resolve(server);
    });
  });
}

/**
 * @param {string} address
 * @returns {Promise<boolean>}
 */
function isAnswered(address) {
  return new Promise((resolve) => {
    const socket = net.connect(address);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
