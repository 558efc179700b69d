import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { CliError } from "../cli/cli-error.mjs";
import { ROOT } from "../cli/environment.mjs";
import { runCli } from "../cli/run-cli.mjs";

/**
 * `npm run lock:complete`: adds the packages for other platforms that npm left out of
 * package-lock.json. npm omits them when it cannot fetch them or finds node_modules in place, and
 * `npm ci` then rejects the file everywhere (npm/cli#4828). `-- --check` only checks. The added
 * entries have no integrity hash; an `npm install` that can fetch them adds it.
 */

/**
 * @typedef {{ version?: string, optional?: boolean, dev?: boolean, os?: string[], cpu?: string[],
 *   libc?: string[], optionalDependencies?: Record<string, string> }} Locked
 */

const FILE = path.join(ROOT, "package-lock.json");

await runCli(async () => {
  const lock = JSON.parse(readFileSync(FILE, "utf8"));
  const missing = missingPackages(lock.packages);
  if (process.argv.includes("--check")) {
    if (missing.length > 0) {
      throw new CliError(
        `package-lock.json lacks ${missing.length} packages for other platforms: run npm run lock:complete.`,
      );
    }
    return;
  }
  for (const [place, locked] of missing) lock.packages[place] = locked;
  lock.packages = Object.fromEntries(
    Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, "en")),
  );
  writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${missing.length} added`);
});

/**
 * @param {Record<string, Locked>} packages
 * @returns {[string, Locked][]} the place and entry of each
 */
function missingPackages(packages) {
  return Object.entries(packages).flatMap(([place, { optionalDependencies = {}, dev }]) =>
    Object.entries(optionalDependencies)
      .filter(([name, version]) => /^\d/.test(version) && !isLocked(packages, place, name))
      .map(
        ([name, version]) =>
          /** @type {[string, Locked]} */ ([
            `node_modules/${name}`,
            { version, ...platformOf(name), ...(dev ? { dev } : {}), optional: true },
          ]),
      ),
  );
}

/**
 * Searches upwards from a package, as Node does.
 * @param {Record<string, Locked>} packages
 * @param {string} from
 * @param {string} name
 */
function isLocked(packages, from, name) {
  for (let at = from; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf("/node_modules/")))) {
    if (packages[`${at}/node_modules/${name}`]) return true;
  }
  return packages[`node_modules/${name}`] !== undefined;
}

/**
 * Platform packages name their platform: `swc-linux-arm64-musl`.
 * @param {string} name
 */
function platformOf(name) {
  const words = name.split(/[/-]/);
  const os = words.find((word) =>
    ["darwin", "linux", "win32", "android", "freebsd", "openharmony"].includes(word),
  );
  const cpu = words.find((word) => /^(x64|ia32|arm64|arm|ppc64|riscv64|s390x|loong64|wasm32)$/.test(word));
  const libc = os === "linux" ? words.map((word) => /^(musl|gnu)/.exec(word)?.[1]).find(Boolean) : undefined;
  return {
    ...(os ? { os: [os] } : {}),
    ...(cpu ? { cpu: [cpu] } : {}),
    ...(libc ? { libc: [libc === "gnu" ? "glibc" : "musl"] } : {}),
  };
}
