import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../cli/environment.mjs";

/**
 * A hash of the project's files and folders (tests and missing ones are skipped) and of further
 * values.
 * @param {string[]} places relative to the project's folder
 * @param {(string | undefined)[]} [values]
 * @returns {string}
 */
export function sourceHash(places, values = []) {
  const hash = createHash("sha256").update(JSON.stringify(values));
  for (const place of places) {
    const files = filesIn(place).filter((file) => !/\.test\.tsx?$/.test(file));
    for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(path.join(ROOT, file)));
  }
  return hash.digest("hex");
}

/**
 * All files below a folder, in order; a file itself; nothing when the path does not exist.
 * @param {string} place relative to the project's folder
 * @returns {string[]}
 */
export function filesIn(place) {
  const full = path.join(ROOT, place);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [place];
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesIn(path.join(place, name)));
}
