import { mkdirSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright";
import { provideChromium } from "../cli/chromium.mjs";
import { run } from "../cli/exec.mjs";
import { freePort } from "../cli/ports.mjs";
import { onStop } from "../cli/shutdown.mjs";
import { step } from "../cli/steps.mjs";
import { median, restoreSession, signIn } from "./browser.mjs";
import { BENCH_DIR } from "./environment.mjs";

/**
 * Lighthouse's scores for the feed, as a phone, for a signed-in person on a first visit. Lighthouse
 * is not a dependency of the project: it weighs 190 MB and nothing else needs it.
 */

/** The last release for Node 20. */
const LIGHTHOUSE = "lighthouse@12.8.2";
const REPETITIONS = 5;
const CATEGORIES = ["performance", "accessibility", "best-practices"];

/**
 * @param {{ address: string }} context
 * @returns {Promise<Record<string, string>>} the figures
 */
export async function measureWithLighthouse({ address }) {
  const folder = path.join(BENCH_DIR, "lighthouse");
  mkdirSync(folder, { recursive: true });
  await step("Install Lighthouse", async () => {
    await run("npm", ["install", "--no-save", "--prefix", folder, LIGHTHOUSE]);
  });
  const main = path.join(folder, "node_modules/lighthouse/core/index.js");
  const { default: lighthouse } = await import(pathToFileURL(main).href);
  const executablePath = await provideChromium();
  const person = await signIn(address);

  /** @param {string} throttlingMethod */
  const runLighthouse = async (throttlingMethod) => {
    const port = await freePort();
    const context = await chromium.launchPersistentContext("", {
      ...(executablePath ? { executablePath } : {}),
      args: [`--remote-debugging-port=${port}`, "--no-sandbox"],
    });
    onStop(() => context.close());
    const [name = "", value = ""] = person.cookie.split("=", 2);
    await context.addCookies([{ name, value, url: address }]);
    const page = await context.newPage();
    await page.goto(`${address}/up`);
    await page.evaluate(restoreSession, person.stored);
    await page.close();
    const { lhr } = await lighthouse(`${address}/mainfeed`, {
      port,
      throttlingMethod,
      onlyCategories: CATEGORIES,
      logLevel: "error",
    });
    await context.close();
    return lhr;
  };

  /** @type {Record<string, string>} */
  const figures = {};
  for (const throttling of ["simulate", "devtools"]) {
    /** @type {any[]} */
    const reports = [];
    await step(`Run Lighthouse ${REPETITIONS} times (${throttling})`, async () => {
      for (let time = 0; time < REPETITIONS; time++) reports.push(await runLighthouse(throttling));
    });
    const summaries = CATEGORIES.map((category) => {
      const scores = reports.map(({ categories }) => Math.round(100 * categories[category].score));
      return `${category} ${median(scores)} (${Math.min(...scores)} to ${Math.max(...scores)})`;
    });
    const blocked = median(reports.map(({ audits }) => audits["total-blocking-time"].numericValue));
    const largest = median(reports.map(({ audits }) => audits["largest-contentful-paint"].numericValue));
    const shift = Math.max(...reports.map(({ audits }) => audits["cumulative-layout-shift"].numericValue));
    figures[`Lighthouse, ${throttling} throttling`] =
      `${summaries.join(", ")}; largest paint ${largest} ms, blocked ${blocked} ms, layout shift at most ${shift.toFixed(3)}`;
  }
  return figures;
}
