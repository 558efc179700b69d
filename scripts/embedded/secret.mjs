import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";

/**
 * A random secret that stays the same from start to start: read from `file`, or made there (only
 * its owner may read it). A file cut short by a crash is made anew.
 * @param {string} file
 * @returns {string} 64 hexadecimal characters: 256 bits
 */
export function readOrCreateSecret(file) {
  const known = existsSync(file) ? readFileSync(file, "utf8").trim() : "";
  if (/^[0-9a-f]{64}$/.test(known)) {
    chmodSync(file, 0o600);
    return known;
  }
  const fresh = randomBytes(32).toString("hex");
  writeSecret(file, fresh);
  return fresh;
}

/**
 * Writes a secret to where `readOrCreateSecret` finds it.
 * @param {string} file
 * @param {string} secret
 */
export function writeSecret(file, secret) {
  writeFileSync(`${file}.new`, `${secret}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
