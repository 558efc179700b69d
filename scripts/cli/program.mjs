import { existsSync } from "node:fs";
import path from "node:path";
import { run } from "./exec.mjs";

/** Programs of the system that only some commands need. */

/** A firewall may silently drop the download, and a command must not hang on it. */
const INSTALL_MS = 60_000;

/** Folders that are not always on the PATH. */
const FOLDERS = ["/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin"];

/**
 * @param {string} name
 * @returns {string | undefined} its path; undefined when this machine has none
 */
export function findProgram(name) {
  const folders = [...(process.env.PATH ?? "").split(path.delimiter), ...FOLDERS];
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
}

/**
 * What is being found or installed: apt-get never runs twice at once. @type {Promise<unknown>}
 */
let underway = Promise.resolve();

/**
 * Finds the program, or installs it when we are root on Debian.
 * @param {string} name
 * @param {string} [debianPackage]
 * @returns {Promise<string | undefined>} as `findProgram`
 */
export function provideProgram(name, debianPackage = name) {
  const program = underway.then(() => findProgram(name) ?? install(name, debianPackage));
  underway = program;
  return program;
}

/**
 * @param {string} name
 * @param {string} debianPackage
 */
async function install(name, debianPackage) {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return undefined;
  // In run level 1 Debian does not start a service that it has just installed.
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  try {
    await run("apt-get", ["update"], { timeout: INSTALL_MS, env });
    await run("apt-get", ["install", "-y", "--no-install-recommends", debianPackage], {
      timeout: INSTALL_MS,
      env,
    });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
  return findProgram(name);
}
