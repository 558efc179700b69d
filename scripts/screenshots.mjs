import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { CliError } from "./cli/cli-error.mjs";
import { NO_PROVIDERS, ROOT } from "./cli/environment.mjs";
import { run } from "./cli/exec.mjs";
import { ensureInstalled } from "./cli/install.mjs";
import { acquireLock } from "./cli/lock.mjs";
import { requireNode } from "./cli/node-version.mjs";
import { runCli } from "./cli/run-cli.mjs";
import { stopAll, stopOnSignals } from "./cli/shutdown.mjs";
import { startServer, TEST_LIMITS } from "./cli/start-server.mjs";
import { step } from "./cli/steps.mjs";

/**
 * `npm run screenshots`: takes a screenshot of every screen in every state (e2e/screens), on a
 * fresh demo campus of its own. `npm run screenshots -- notify profile`: only those whose name
 * contains one of these words. `npm run screenshots -- --check` takes none and checks instead: that
 * the pictures in e2e/pictures still look alike, and of every state accessibility in both themes,
 * 320 pixels, nothing on the console; with words, too, only of those states.
 * `npm run screenshots -- --update` makes those pictures again.
 */

/** Emptied at the start: never the folder that `up` uses. */
const DATA_DIR = path.resolve(ROOT, process.env.SCREENSHOTS_DATA_DIR || ".data-screenshots");
const FOLDER = "screenshots";
const PICTURES = "e2e/pictures";
const COMPARE = ["--config", "e2e/pictures.config.ts"];

await runCli(async () => {
  requireNode();
  process.chdir(ROOT);
  stopOnSignals(1);
  const words = process.argv.slice(2);
  if (words.includes("--check")) await checkStates(words.filter((word) => word !== "--check"));
  else if (words.includes("--update")) await updatePictures();
  else await takeScreenshots(words);
  await stopAll();
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

async function updatePictures() {
  const env = await prepare();
  await step("Make the pictures", () => playwright([...COMPARE, "--update-snapshots=changed"], env));
  // Pixel by pixel the same in two fifths of the bytes.
  await step("Compress them", async () => {
    const { default: sharp } = await import("sharp");
    for (const name of readdirSync(PICTURES, { recursive: true, encoding: "utf8" })) {
      if (!name.endsWith(".png")) continue;
      const file = path.join(PICTURES, name);
      writeFileSync(
        file,
        await sharp(readFileSync(file)).png({ compressionLevel: 9, effort: 10 }).toBuffer(),
      );
    }
  });
}

/** @param {string[]} words */
async function checkStates(words) {
  const env = await prepare();
  const some = words.length > 0 ? ["--grep", words.join("|"), "--pass-with-no-tests"] : [];
  // First, while the campus is as it was made. What differs does not hide what the states have.
  const differ = await step("Compare the pictures", () => playwright([...COMPARE, ...some], env)).then(
    () => undefined,
    (error) => error,
  );
  await step("Check every state", () =>
    playwright(["e2e/screens.spec.ts", ...some], { ...env, ALL_STATES: "1" }),
  );
  if (differ) throw differ;
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
  const env = {
    ...process.env,
    DATABASE_URL: "",
    ...NO_PROVIDERS,
    ...TEST_LIMITS,
    // A failed screenshot starts a new browser, and its people sign in again.
    LIMIT_CODE_BROWSER: "1000/60",
    LIMIT_CODE_BROWSER_DAY: "1000/60",
    DATA_DIR,
  };
  const { address } = await startServer("the product", env, ["scripts/up.mjs"], "/api/health/ready");
  return { BASE_URL: address, ...(chromium ? { CHROMIUM_PATH: chromium } : {}) };
}
