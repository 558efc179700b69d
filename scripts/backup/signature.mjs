import { createHmac, hkdfSync } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { CliError } from "../cli/cli-error.mjs";

/**
 * A backup is signed by the campus that made it, because anyone can encrypt a file to a public key:
 * an HMAC-SHA256 over the name, size and content of every entry, in their order.
 */

/** The last entry of a backup. */
export const SIGNATURE = "signature";

/**
 * The key that this campus signs with: derived from BACKUP_SECRET, otherwise from the secret that
 * passwords depend on, which a restore needs anyway.
 * @param {string} dataDir
 * @returns {Buffer | undefined} undefined when this machine has no secret
 * @throws {CliError} when the secret is too short to be one
 */
export function signingKey(dataDir) {
  const file = path.join(dataDir, "secret");
  const { BACKUP_SECRET, PASSWORD_PEPPER, NEXTAUTH_SECRET } = process.env;
  const secret =
    BACKUP_SECRET ||
    PASSWORD_PEPPER ||
    NEXTAUTH_SECRET ||
    (existsSync(file) ? readFileSync(file, "utf8").trim() : "");
  if (secret === "") return undefined;
  if (secret.length < 32) throw new CliError("BACKUP_SECRET must have at least 32 characters.");
  return Buffer.from(hkdfSync("sha256", secret, "campus-circle", "backup", 32));
}

/** @param {Buffer} key */
export function startSignature(key) {
  const hmac = createHmac("sha256", key);
  return {
    /**
     * Signs an entry while its content passes by.
     * @param {string} name
     * @param {number} size
     */
    entry: (name, size) => {
      hmac.update(`${name}\0${size}\0`);
      /** @param {AsyncIterable<Buffer>} content */
      return async function* (content) {
        for await (const chunk of content) {
          hmac.update(chunk);
          yield chunk;
        }
      };
    },
    digest: () => hmac.digest("hex"),
  };
}
