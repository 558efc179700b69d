import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";

/**
 * A random secret, the same at every start: read from `file`, or created there, readable only by
 * its owner. A file truncated by a crash is replaced.
 * @param {string} file
 * @returns {string} 64 hexadecimal characters: 256 bits
 */
export function readOrCreateSecret(file) {
  const existing = existsSync(file) ? readFileSync(file, "utf8").trim() : "";
  if (/^[0-9a-f]{64}$/.test(existing)) {
    chmodSync(file, 0o600);
    return existing;
  }
  const fresh = randomBytes(32).toString("hex");
  writeSecret(file, fresh);
  return fresh;
}

/**
 * Writes a secret where `readOrCreateSecret` finds it.
 * @param {string} file
 * @param {string} secret
 */
function writeSecret(file, secret) {
  writeFileSync(`${file}.new`, `${secret}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
