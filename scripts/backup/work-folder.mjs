import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { onStop } from "../cli/shutdown.mjs";

/** After this long the command that made a folder has ended: the app waits as long. */
const ABANDONED_MS = 2 * 3_600_000;

/**
 * A new folder for what is in clear, in the data folder, which the command removes when it stops.
 * Removes those that were left behind by commands that were killed: where the media are on another
 * host, the app does not.
 * @param {string} dataDir
 * @param {"backup" | "restore"} purpose
 */
export function makeWorkFolder(dataDir, purpose) {
  const parent = path.join(dataDir, "media/tmp");
  const folder = path.join(parent, `${purpose}-${randomUUID()}`);
  onStop(async () => removeFolder(folder));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(parent)) {
    if (/^(backup|restore)-/.test(name)) removeIfAbandoned(path.join(parent, name));
  }
  return folder;
}

/** @param {string} folder */
function removeIfAbandoned(folder) {
  // The command that made it may remove it at this moment.
  const made = statSync(folder, { throwIfNoEntry: false })?.mtimeMs;
  if (made !== undefined && made < Date.now() - ABANDONED_MS) removeFolder(folder);
}

/** @param {string} folder */
const removeFolder = (folder) => rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
