import { readFileSync } from "node:fs";
import { CliError } from "../cli/cli-error.mjs";

/**
 * The secret key that opens an encrypted backup: of a file as `age-keygen` and new-key.mjs write
 * it, else that of BACKUP_IDENTITY. It belongs to the person who restores, never on the server that
 * makes the backups.
 * @param {string | undefined} file
 * @returns {string | undefined}
 * @throws {CliError} when there is no such key in the file
 */
export function readIdentity(file) {
  const key = process.env.BACKUP_IDENTITY?.trim() || undefined;
  // What the command starts has no use for it, and the app's own code rejects it.
  delete process.env.BACKUP_IDENTITY;
  if (!file) return key;
  let content = "";
  try {
    content = readFileSync(file, "utf8");
  } catch (error) {
    throw new CliError(`The identity cannot be read: ${error instanceof Error ? error.message : error}.`);
  }
  const identity = content.split("\n").find((line) => line.startsWith("AGE-SECRET-KEY-"));
  if (!identity) throw new CliError(`${file} contains no secret key of age (AGE-SECRET-KEY-1…).`);
  return identity.trim();
}
