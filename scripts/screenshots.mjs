import { mkdirSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { CliError } from "./cli/cli-error.mjs";
import { NO_PROVIDERS, ROOT } from "./cli/environment.mjs";
import { run } from "./cli/exec.mjs";
import { ensureInstalled } from "./cli/install.mjs";
import { acquireLock } from "./cli/lock.mjs";
import { requireNode } from "./cli/node-version.mjs";
import { freePort } from "./cli/ports.mjs";
import { runCli } from "./cli/run-cli.mjs";
import { stopAll, stopOnSignals } from "./cli/shutdown.mjs";
import { step } from "./cli/steps.mjs";

/**
 * `npm run screenshots`: takes a screenshot of every screen in every state (e2e/screens), on a
 * fresh demo campus of its own. `npm run screenshots -- notify profile`: only those whose name
 * contains one of these words. `npm run screenshots -- --check` takes none and checks every state
 * instead: accessibility in both themes, 320 pixels, nothing on the console.
 */

/** Emptied at the start: never the folder that `up` uses. */
const DATA_DIR = path.resolve(ROOT, process.env.SCREENSHOTS_DATA_DIR || ".data-screenshots");
const FOLDER = "screenshots";

await runCli(async () => {
  requireNode();
  process.chdir(ROOT);
  stopOnSignals(1);
  try {
    const words = process.argv.slice(2);
    await (words.includes("--check") ? checkStates() : takeScreenshots(words));
  } finally {
    await stopAll();
  }
  process.exit(0);
});

/** @param {string[]} words */
async function takeScreenshots(words) {
  const env = await prepare();
  await step("Take screenshots", async () => {
    if (words.length === 0)
      for (const file of readdirSync(FOLDER)) rmSync(path.join(FOLDER, file), { recursive: true });
    await playwright(["--config", "e2e/screens.config.ts"], { ...env, SCREENS: words.join(" ") });
    const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" });
    return `${files.filter((file) => file.endsWith(".png")).length} in ${FOLDER}`;
  });
}

async function checkStates() {
  const env = await prepare();
  await step("Check every state", () => playwright(["e2e/screens.spec.ts"], { ...env, ALL_STATES: "1" }));
}

/**
 * @param {string[]} args
 * @param {Record<string, string>} env
 */
function playwright(args, env) {
  return run(process.execPath, ["node_modules/playwright/cli.js", "test", ...args], {
    env: { ...process.env, ...env },
    show: true,
  });
}

/** Starts the product on an empty data folder and returns the variables that Playwright needs. */
async function prepare() {
  mkdirSync(FOLDER, { recursive: true });
  if (!(await acquireLock(FOLDER))) throw new CliError("Screenshots are already being taken.");
  rmSync(DATA_DIR, { recursive: true, force: true, maxRetries: 10 });
  await step("Install packages", ensureInstalled);
  /** @type {string | undefined} */
  let chromium;
  const { provideChromium } = await import("./cli/chromium.mjs");
  await step("Find a browser", async () => {
    chromium = await provideChromium();
    return chromium ?? "Playwright's own";
  });
  const port = await freePort();
  const address = `http://localhost:${port}`;
  await step("Start the product", () => startProduct(port, address));
  return { BASE_URL: address, ...(chromium ? { CHROMIUM_PATH: chromium } : {}) };
}

/**
 * Starts what people start, on its own database and media.
 * @param {number} port
 * @param {string} address
 */
async function startProduct(port, address) {
  const up = run(process.execPath, ["scripts/up.mjs"], {
    env: {
      ...process.env,
      DATABASE_URL: "",
      ...NO_PROVIDERS,
      // A failed screenshot starts a new browser, and its people sign in again.
      LIMIT_CODE_BROWSER: "1000/60",
      LIMIT_CODE_BROWSER_DAY: "1000/60",
      LIMIT_CODE_NETWORK: "1000/60",
      LIMIT_UNKNOWN_ADDRESS_IP: "1000/60",
      LIMIT_NEW_POST: "1000/60",
      LIMIT_NEW_COMMENT: "1000/60",
      LIMIT_NEW_FOLLOW: "1000/60",
      PORT: String(port),
      HOST: "127.0.0.1",
      APP_URL: address,
      DATA_DIR,
    },
  });
  // It runs until we stop it; exiting earlier is a failure.
  await Promise.race([up, waitForServer(`${address}/api/health/ready`)]);
}

/** @param {string} url */
async function waitForServer(url) {
  for (;;) {
    try {
      if ((await fetch(url)).ok) return;
    } catch {
      // The server is not listening yet: keep polling.
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
