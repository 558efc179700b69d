import { existsSync } from "node:fs";
import { chromium } from "playwright";
import { CliError } from "./cli-error.mjs";
import { run } from "./exec.mjs";

/**
 * Where a Chromium may be on a machine that has one: first the one without windows, which is
 * Playwright's choice as well.
 */
const SYSTEM_PLACES = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** A download that a firewall swallows must not hold the tests up. */
const DOWNLOAD_MS = 120_000;

/**
 * Finds a Chromium that starts, or installs one.
 * @returns {Promise<string | undefined>} its path; undefined for Playwright's own
 */
export async function provideChromium() {
  const candidates = [
    process.env.CHROMIUM_PATH,
    undefined,
    ...SYSTEM_PLACES.filter((place) => existsSync(place)),
  ];
  const found = await firstThatStarts(process.env.CHROMIUM_PATH ? candidates : candidates.slice(1));
  if (found) return found.path;
  await attempt(process.execPath, ["node_modules/playwright/cli.js", "install", "chromium"]);
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get") && !(await starts(undefined))) {
    await attempt("apt-get", ["update"]);
    // Debian's newer releases have the first, Debian's older ones only the second.
    for (const name of ["chromium-headless-shell", "chromium"]) {
      if (SYSTEM_PLACES.some((place) => existsSync(place))) break;
      await attempt("apt-get", ["install", "-y", "--no-install-recommends", name]);
    }
  }
  const installed = await firstThatStarts([undefined, ...SYSTEM_PLACES.filter((place) => existsSync(place))]);
  if (installed) return installed.path;
  throw new CliError("The browser tests need a Chromium: install one, or set CHROMIUM_PATH to it.");
}

/** @param {(string | undefined)[]} paths */
async function firstThatStarts(paths) {
  for (const path of paths) if (await starts(path)) return { path };
  return undefined;
}

/** @param {string | undefined} path */
async function starts(path) {
  try {
    const options = { args: ["--no-sandbox", "--disable-gpu"] };
    const browser = await chromium.launch(path ? { ...options, executablePath: path } : options);
    await browser.close();
    return true;
  } catch {
    // Not there, or without its libraries: the next one, or an install, may do.
    return false;
  }
}

/**
 * One way among several: whether it worked shows when the browser starts.
 * @param {string} command
 * @param {string[]} args
 */
async function attempt(command, args) {
  try {
    await run(command, args, {
      timeout: DOWNLOAD_MS,
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
}
