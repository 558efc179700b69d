import { createHash } from "node:crypto";
import { existsSync, realpathSync, rmSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/**
 * One process at a time per folder. The lock is a listening local socket named after the folder.
 * The kernel releases it however its holder dies, so there is never a stale lock file.
 */

/**
 * Acquires the lock of `folder`, waiting at most `timeoutMs` for its holder.
 * @param {string} folder an existing folder
 * @param {number} [timeoutMs]
 * @returns {Promise<(() => void) | undefined>} releases the lock; undefined when another process
 *   still holds it
 */
export async function acquireLock(folder, timeoutMs = 0) {
  const address = lockAddress(folder);
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const server = await listen(address);
    if (server) return () => server.close();
    if (Date.now() >= deadline) return undefined;
    await delay(100);
  }
}

/** @param {string} folder */
function lockAddress(folder) {
  const name = createHash("sha256").update(realpathSync(folder)).digest("hex").slice(0, 24);
  // Linux has abstract sockets ("\0…"); elsewhere the socket is a file in the temporary folder.
  return process.platform === "linux"
    ? `\0campus-circle-${name}`
    : path.join(tmpdir(), `campus-circle-${name}.lock`);
}

/**
 * @param {string} address
 * @returns {Promise<net.Server | undefined>}
 */
async function listen(address) {
  if (!address.startsWith("\0") && existsSync(address) && !(await isListening(address)))
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
function isListening(address) {
  return new Promise((resolve) => {
    const socket = net.connect(address);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
