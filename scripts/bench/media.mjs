import { chromium } from "playwright";
import { provideChromium } from "../cli/chromium.mjs";
import { onStop } from "../cli/shutdown.mjs";
import { step } from "../cli/steps.mjs";
import { CPU_SLOWDOWN, median, PHONE, restoreSession, signIn, trace } from "./browser.mjs";

/**
 * How long a phone's photo takes from being chosen to its preview, and how the page fares
 * meanwhile.
 */

const PHOTO = "lib/platform/media/fixtures/large.heic";
const REPETITIONS = 5;

/**
 * @param {{ address: string }} context
 * @returns {Promise<Record<string, string>>} the figures
 */
export async function measureMedia({ address }) {
  const executablePath = await provideChromium();
  const browser = await chromium.launch(executablePath ? { executablePath } : {});
  onStop(() => browser.close());
  const person = await signIn(address);
  /** @type {number[]} */
  const durations = [];
  /** @type {number[]} */
  const work = [];
  /** @type {number[]} */
  const tasks = [];
  /** @type {number[]} */
  const preparations = [];
  await step(`Choose a photo ${REPETITIONS} times`, async () => {
    for (let time = 0; time < REPETITIONS; time++) {
      const sample = await choosePhoto(browser, address, person);
      durations.push(sample.duration);
      work.push(sample.work);
      tasks.push(sample.task);
      preparations.push(sample.preparation);
    }
  });
  await browser.close();
  return {
    "HEIC photo of 12 megapixels, decoded and encoded anew": `${median(preparations)} ms (${median(preparations) * CPU_SLOWDOWN} ms on a CPU ${CPU_SLOWDOWN} times slower), libheif loaded for it`,
    "HEIC photo of 12 megapixels, chosen to preview": `${median(durations)} ms, of which ${median(work)} ms of processor time (${median(work) * CPU_SLOWDOWN} ms on a CPU ${CPU_SLOWDOWN} times slower)`,
    "Longest task of the page meanwhile": `${median(tasks) * CPU_SLOWDOWN} ms (CPU ${CPU_SLOWDOWN} times slower)`,
  };
}

/**
 * In a browser that has stored nothing, so that libheif is loaded, too.
 * @param {import("playwright").Browser} browser
 * @param {string} address
 * @param {Awaited<ReturnType<typeof signIn>>} person
 */
async function choosePhoto(browser, address, person) {
  const context = await browser.newContext({ ...PHONE, serviceWorkers: "block" });
  const [name = "", value = ""] = person.cookie.split("=", 2);
  await context.addCookies([{ name, value, url: address }]);
  await context.addInitScript(restoreSession, person.stored);
  await context.addInitScript(measureWorkers);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await page.goto(`${address}/create-post`, { waitUntil: "load" });
  const input = page.locator('input[type="file"]').first();
  await input.waitFor({ state: "attached" });
  await page.waitForTimeout(1_000);
  await page.evaluate(() => {
    addEventListener("change", () => performance.mark("chosen"), { capture: true, once: true });
    new MutationObserver((_, observer) => {
      if (!document.querySelector('img[src^="blob:"]')) return;
      observer.disconnect();
      performance.measure("prepared", "chosen");
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  // A slowed-down CPU is one of pages only, and photos are prepared in a worker.
  const processes = await browser.newBrowserCDPSession();
  const workBefore = await rendererTime(processes);
  const readTrace = await trace(devtools);
  await input.setInputFiles(PHOTO);
  const measure = await page.waitForFunction(() => performance.getEntriesByName("prepared")[0]?.duration);
  const duration = Number(await measure.jsonValue());
  const work = (await rendererTime(processes)) - workBefore;
  const task = await readTrace();
  const preparation = await page.evaluate(() => performance.getEntriesByName("worked")[0]?.duration ?? 0);
  await context.close();
  return { duration, work, task, preparation };
}

/** Measures how long a worker takes for a job, in the page. */
function measureWorkers() {
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (/** @type {unknown[]} */ ...job) {
    performance.mark("job");
    this.addEventListener("message", ({ data }) => {
      if ("result" in data) performance.measure("worked", "job");
    });
    return Reflect.apply(postMessage, this, job);
  };
}

/**
 * Processor time of all pages and their workers so far, in milliseconds.
 * @param {import("playwright").CDPSession} processes
 */
async function rendererTime(processes) {
  const { processInfo } = await processes.send("SystemInfo.getProcessInfo");
  return processInfo
    .filter(({ type }) => type === "renderer")
    .reduce((sum, { cpuTime }) => sum + cpuTime * 1000, 0);
}
