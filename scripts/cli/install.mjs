import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { CliError } from "./cli-error.mjs";
import { ROOT } from "./environment.mjs";
import { run } from "./exec.mjs";
import { acquireLock } from "./lock.mjs";

/**
 * Installs the packages when node_modules is not what package-lock.json says. Uses nothing but
 * Node, as it runs before anything is installed.
 * @returns {Promise<string | void>} a note when there was nothing to do
 */
export async function ensureInstalled() {
  if (isInstalled()) return "nothing to do";
  const release = await acquireLock(path.join(ROOT, "scripts"), 600_000);
  try {
    if (isInstalled()) return "nothing to do";
    // `--include=dev`: NODE_ENV=production in the caller's shell must not leave the build tools
    // out. `--ignore-scripts`: no package of ours needs its install script, and npm 11 runs none.
    const args = ["ci", "--ignore-scripts", "--include=dev", "--include=optional", "--no-audit", "--no-fund"];
    const npm = process.env.npm_execpath;
    await (npm?.endsWith(".js") ? run(process.execPath, [npm, ...args]) : run("npm", args));
    if (!isInstalled())
      throw new CliError(
        "npm ci did not install what package-lock.json says: remove node_modules and try again.",
      );
  } finally {
    release?.();
  }
}

/** @typedef {{ version?: string, optional?: boolean, link?: boolean }} LockedPackage */

/**
 * npm writes what it installed to node_modules/.package-lock.json as its last act, so an install
 * that was cut short, lacks the development packages, or is of an older lock file shows there.
 */
function isInstalled() {
  const installed = readPackages("node_modules/.package-lock.json");
  const wanted = readPackages("package-lock.json");
  return Object.entries(wanted).every(([place, { version, optional }]) => {
    if (place === "") return true;
    // Optional packages are of other platforms; those of this one are there or npm would have said
    // so.
    const there = installed[place];
    return there ? there.version === version && existsSync(path.join(ROOT, place)) : optional === true;
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
