import { chromium } from "playwright";
import { provideChromium } from "../cli/chromium.mjs";
import { onStop } from "../cli/shutdown.mjs";
import { step } from "../cli/steps.mjs";

/**
 * The feed in a browser: how soon it appears on a slow network, and how soon it responds on a slow
 * phone.
 */

/** The CPU slowdown, with slow 4G below: what Lighthouse assumes for an average phone. */
export const CPU_SLOWDOWN = 4;
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
export const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};
/** Repetitions. The median counts, because the machine also does other work. */
const REPETITIONS = 3;
const POSTS = 300;
const EMAIL = "aarav.sharma@mitsgwl.ac.in";

/**
 * @typedef {{ lcp: number, shift: number, delay: number }} Metrics in milliseconds, except
 *   `shift`: the largest paint, and the longest delay from an input to the next paint
 * @typedef {PerformanceEntry & { value: number, hadRecentInput: boolean, interactionId: number }}
 *   Entry
 */

/**
 * @param {{ address: string }} context with more than 300 posts
 * @returns {Promise<Record<string, string>>} the figures
 */
export async function measureBrowser({ address }) {
  const executablePath = await provideChromium();
  const browser = await chromium.launch(executablePath ? { executablePath } : {});
  onStop(() => browser.close());
  const person = await signIn(address);
  const open = () => openFeed(browser, address, person);

  /** @type {Metrics[]} */
  const loads = [];
  await step(`Load the feed ${REPETITIONS} times on slow 4G`, async () => {
    // Warm up: the server renders its first page more slowly.
    await (await open()).close();
    for (let time = 0; time < REPETITIONS; time++) {
      const feed = await open();
      loads.push(await feed.load());
      await feed.close();
    }
  });
  /** @type {Record<string, number>[]} */
  const delays = [];
  /** @type {number[]} */
  const longest = [];
  await step("Like, open comments, type, on a slow CPU", async () => {
    for (let time = 0; time < REPETITIONS; time++) {
      const feed = await open();
      await feed.slowDown();
      await feed.visit();
      delays.push(await feed.act());
      await feed.close();
    }
  });
  await step(`Scroll through ${POSTS} posts`, async () => {
    for (let time = 0; time < REPETITIONS; time++) {
      const feed = await open();
      await feed.visit();
      longest.push(await feed.scroll());
      await feed.close();
    }
  });
  await browser.close();

  const shift = Math.max(...loads.map((load) => load.shift));
  return {
    "Largest paint of the feed, slow 4G": `${median(loads.map((load) => load.lcp))} ms (CPU ${CPU_SLOWDOWN} times slower)`,
    "Layout shift while it loads": shift.toFixed(3),
    "From input to paint, slow CPU": Object.keys(delays[0] ?? {})
      .map((name) => `${name} ${median(delays.map((sample) => sample[name] ?? 0))} ms`)
      .join(", "),
    [`Longest task over ${POSTS} posts`]: `${median(longest)} ms (CPU ${CPU_SLOWDOWN} times slower)`,
  };
}

/** @param {number[]} values */
export const median = (values) => Math.round(values.sort((a, b) => a - b)[values.length >> 1] ?? 0);

/**
 * @param {import("playwright").Browser} browser
 * @param {string} address
 * @param {Awaited<ReturnType<typeof signIn>>} person
 */
async function openFeed(browser, address, person) {
  const context = await browser.newContext({ ...PHONE, serviceWorkers: "block" });
  const [name = "", value = ""] = person.cookie.split("=", 2);
  await context.addCookies([{ name, value, url: address }]);
  await context.addInitScript(restoreSession, person.stored);
  await context.addInitScript(collectMetrics);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const slowDown = () => devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  const visit = async () => {
    await page.goto(`${address}/mainfeed`, { waitUntil: "load" });
    await page.locator("[role=feed] > article").first().waitFor();
    await page.waitForTimeout(3_000);
  };
  /** @returns {Promise<Metrics>} */
  const metrics = () => page.evaluate(() => Reflect.get(globalThis, "bench").metrics());
  const reset = () => page.evaluate(() => Reflect.get(globalThis, "bench").reset());

  return {
    close: () => context.close(),
    slowDown,
    visit,
    load: async () => {
      await devtools.send("Network.enable");
      await devtools.send("Network.emulateNetworkConditions", SLOW_4G);
      await slowDown();
      await visit();
      return metrics();
    },
    /** The longest delay from an input to the next paint, for each kind, in milliseconds. */
    act: async () => {
      const post = page.locator("[role=feed] > article").first();
      /** @type {Record<string, number>} */
      const worst = {};
      /** @type {(what: string, input: () => Promise<void>) => Promise<void>} */
      const measure = async (what, input) => {
        await reset();
        await input();
        await page.waitForTimeout(800);
        worst[what] = (await metrics()).delay;
      };
      const like = post.getByRole("button", { name: /^(Like|Unlike)$/ });
      const comment = post.getByRole("button", { name: "Comment", exact: true });
      await like.scrollIntoViewIfNeeded();
      await measure("like", () => like.tap());
      await measure("like again", () => like.tap());
      await measure("open comments", () => comment.tap());
      const field = post.getByRole("textbox").first();
      await field.focus();
      await measure("type", () => field.pressSequentially("See you at the lake at five", { delay: 60 }));
      return worst;
    },
    /**
     * How long the longest task would take a slow CPU, in milliseconds. Computed from CPU time, so
     * that a busy machine adds nothing.
     */
    scroll: async () => {
      const readTrace = await trace(devtools);
      // Not by role: that lookup would be the longest task.
      const count = () => page.evaluate(() => document.querySelectorAll("[role=feed] > article").length);
      const deadline = Date.now() + 180_000;
      while ((await count()) < POSTS) {
        if (Date.now() > deadline) throw new Error(`Only ${await count()} of ${POSTS} posts loaded.`);
        for (let tick = 0; tick < 4; tick++) {
          await page.mouse.wheel(0, 900);
          await page.waitForTimeout(60);
        }
      }
      return (await readTrace()) * CPU_SLOWDOWN;
    },
  };
}

/**
 * Starts tracing the page's main thread.
 * @param {import("playwright").CDPSession} devtools
 * @returns {Promise<() => Promise<number>>} stops tracing; resolves to the CPU time of the longest
 *   task, in milliseconds
 */
export async function trace(devtools) {
  /**
   * @typedef {{ name: string, pid: number, tid: number, tdur?: number, args?: { name?: string } }}
   *   TraceEvent
   */
  /** @type {TraceEvent[]} */
  const events = [];
  devtools.on("Tracing.dataCollected", ({ value }) =>
    events.push(.../** @type {TraceEvent[]} */ (/** @type {unknown} */ (value))),
  );
  await devtools.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["toplevel", "__metadata"] },
  });
  return async () => {
    const complete = new Promise((resolve) => devtools.once("Tracing.tracingComplete", resolve));
    await devtools.send("Tracing.end");
    await complete;
    /** @param {TraceEvent} event */
    const threadOf = ({ pid, tid }) => `${pid} ${tid}`;
    const main = new Set(
      events
        .filter((event) => event.name === "thread_name" && event.args?.name === "CrRendererMain")
        .map(threadOf),
    );
    const tasks = events.filter((event) => event.name.endsWith("RunTask") && main.has(threadOf(event)));
    if (tasks.length === 0) throw new Error("The browser traced no task.");
    return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur), 0) / 1000;
  };
}

/**
 * Runs in the page: stores a session as the sign-in screens would.
 * @param {Record<string, string>} stored
 */
export function restoreSession(stored) {
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
}

/** Runs in the page: collects the browser's paints, layout shifts and inputs. */
function collectMetrics() {
  const zero = { lcp: 0, shift: 0, delay: 0 };
  let metrics = { ...zero };
  /** @type {(type: string, onEntry: (entry: Entry) => void, options?: object) => void} */
  const observe = (type, onEntry, options) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) onEntry(/** @type {Entry} */ (entry));
    }).observe({ type, buffered: true, ...options });
  observe("largest-contentful-paint", (entry) => {
    metrics.lcp = entry.startTime;
  });
  observe("layout-shift", (entry) => {
    if (!entry.hadRecentInput) metrics.shift += entry.value;
  });
  observe(
    "event",
    (entry) => {
      if (entry.interactionId) metrics.delay = Math.max(metrics.delay, entry.duration);
    },
    { durationThreshold: 16 },
  );
  const reset = () => {
    metrics = { ...zero };
  };
  Reflect.set(globalThis, "bench", { metrics: () => metrics, reset });
}

/** @param {string} address */
export async function signIn(address) {
  /** @type {(path: string, body: object) => Promise<Response>} */
  const post = (path, body) =>
    fetch(`${address}/api${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  await post("/auth/send-otp", { email: EMAIL });
  const outbox = await fetch(`${address}/api/dev/outbox?to=${EMAIL}`);
  const { mails } = await outbox.json();
  const response = await post("/auth/check-otp", { email: EMAIL, otp: mails[0].subject.slice(0, 6) });
  const { accessToken, refreshToken, user } = await response.json();
  return {
    cookie: response.headers.get("set-cookie")?.split(";")[0] ?? "",
    stored: { accessToken, refreshToken, userProfile: JSON.stringify(user) },
  };
}
