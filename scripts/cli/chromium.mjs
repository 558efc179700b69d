import { existsSync } from "node:fs";
import { chromium } from "playwright";
import { CliError } from "./cli-error.mjs";
import { run } from "./exec.mjs";

/** Where systems install Chromium. The headless build comes first: Playwright prefers it too. */
export const SYSTEM_PATHS = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** A firewall may silently drop the download; the tests must not hang on it. */
const INSTALL_TIMEOUT_MS = 120_000;

/**
 * Finds a Chromium that starts, or installs one.
 * @returns {Promise<string | undefined>} its path; undefined for Playwright's own
 */
export async function provideChromium() {
  const candidates = [
    process.env.CHROMIUM_PATH,
    undefined,
    ...SYSTEM_PATHS.filter((file) => existsSync(file)),
  ];
  const existing = await firstThatStarts(process.env.CHROMIUM_PATH ? candidates : candidates.slice(1));
  if (existing) return existing.path;
  await attempt(process.execPath, ["node_modules/playwright/cli.js", "install", "chromium"]);
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get") && !(await starts(undefined))) {
    await attempt("apt-get", ["update"]);
    // Older Debian releases have only the second package.
    for (const name of ["chromium-headless-shell", "chromium"]) {
      if (SYSTEM_PATHS.some((file) => existsSync(file))) break;
      await attempt("apt-get", ["install", "-y", "--no-install-recommends", name]);
    }
  }
  const installed = await firstThatStarts([undefined, ...SYSTEM_PATHS.filter((file) => existsSync(file))]);
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
    // Missing, or its shared libraries are: try the next candidate.
    return false;
  }
}

/**
 * Failure is fine here: whether it worked shows when the browser starts.
 * @param {string} command
 * @param {string[]} args
 */
async function attempt(command, args) {
  try {
    await run(command, args, {
      timeout: INSTALL_TIMEOUT_MS,
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
}
