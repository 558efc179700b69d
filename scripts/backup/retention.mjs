import { readdirSync, rmSync } from "node:fs";
import path from "node:path";

/** The names of backups in a folder, which sort by their time, and how many of them stay. */

const NAME = /^campus-circle-\d{8}T\d{6}Z\.tar\.gz(\.age)?(\.unfinished-.+)?$/;

/** @param {boolean} isEncrypted */
export function backupName(isEncrypted) {
  const time = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, "");
  return `campus-circle-${time}Z.tar.gz${isEncrypted ? ".age" : ""}`;
}

/**
 * Removes all but the newest backups of a folder, and what was left unfinished before those. Files
 * with other names stay.
 * @param {string} folder
 * @param {number} keep how many stay
 * @returns {string} a note
 */
export function removeOldBackups(folder, keep) {
  const ours = readdirSync(folder).filter((name) => NAME.test(name));
  const [oldest = ""] = ours
    .filter((name) => !name.includes(".unfinished-"))
    .sort()
    .slice(-keep);
  const old = ours.filter((name) => name < oldest);
  for (const name of old) rmSync(path.join(folder, name));
  return old.length === 0 ? "nothing to do" : `${old.length} removed`;
}
