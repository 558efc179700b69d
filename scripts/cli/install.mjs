import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { CliError } from "./cli-error.mjs";
import { ROOT } from "./environment.mjs";
import { run } from "./exec.mjs";
import { acquireLock } from "./lock.mjs";

/**
 * Installs the packages when node_modules differs from package-lock.json. Uses nothing but Node,
 * because it runs before anything is installed.
 * @returns {Promise<string | void>} a note when there was nothing to do
 */
export async function ensureInstalled() {
  if (isInstalled()) return "nothing to do";
  const release = await acquireLock(path.join(ROOT, "scripts"), 600_000);
  try {
    if (isInstalled()) return "nothing to do";
    // `--include=dev`: NODE_ENV=production in the caller's shell must not omit the build tools.
    // `--ignore-scripts`: none of our packages needs its install script.
    const args = ["ci", "--ignore-scripts", "--include=dev", "--include=optional", "--no-audit", "--no-fund"];
    const npm = process.env.npm_execpath;
    await (npm?.endsWith(".js") ? run(process.execPath, [npm, ...args]) : run("npm", args));
    if (!isInstalled())
      throw new CliError(
        "npm ci did not install what package-lock.json lists: remove node_modules and try again.",
      );
  } finally {
    release?.();
  }
}

/**
 * Installs the packages when one of those named is missing. For commands that also work on a
 * production install, which has no development packages, and next to a running app, which an
 * installation would break.
 * @param {string[]} names
 */
export async function ensurePackages(names) {
  if (names.every((name) => existsSync(path.join(ROOT, "node_modules", name)))) return "nothing to do";
  return ensureInstalled();
}

/** @typedef {{ version?: string, optional?: boolean, link?: boolean }} LockedPackage */

/**
 * npm writes node_modules/.package-lock.json last. So it reveals an interrupted install, missing
 * development packages, or an older lock file.
 */
function isInstalled() {
  const installed = readPackages("node_modules/.package-lock.json");
  const locked = readPackages("package-lock.json");
  return Object.entries(locked).every(([place, { version, optional }]) => {
    if (place === "") return true;
    // Only packages for other platforms may be missing.
    const entry = installed[place];
    return entry ? entry.version === version && existsSync(path.join(ROOT, place)) : optional === true;
  });
}

/**
 * @param {string} file
 * @returns {Record<string, LockedPackage>}
 */
function readPackages(file) {
  const full = path.join(ROOT, file);
  return existsSync(full) ? JSON.parse(readFileSync(full, "utf8")).packages : {};
}
