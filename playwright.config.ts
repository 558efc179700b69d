import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium, defineConfig, devices } from "playwright/test";
import { SYSTEM_PATHS } from "./scripts/cli/chromium.mjs";

// Journeys of which the size of the screen changes nothing but the layout run once, as tests tagged
// with a project do. e2e/screens.spec.ts opens every screen of theirs at both sizes.
const PHONE_ONLY = ["auth", "carousel", "classmates", "conversation", "offline", "people", "who-is-who"];
const DESKTOP_ONLY = [
  "failures",
  "feed-drafts",
  "feed-media",
  "google",
  "invited",
  "language",
  "leaving",
  "media",
  "notifications",
  "observability",
  "oidc",
  "strangers",
  "theme",
];
/**
 * Journeys with a database, a Google or a server of their own, which `npm test` starts: as those
 * tagged with `@local`, they are left out against any other address.
 */
const LOCAL_ONLY = ["google", "observability", "oidc", "strangers"];
const specs = (names: string[]) => names.map((name) => `**/${name}.spec.ts`);

/**
 * End-to-end journeys on the production build that `npm test` starts, or on any address:
 * `BASE_URL=https://… npx playwright test`. Nearly all sign people up, with codes of an outbox;
 * `OUTBOX=0` leaves those tagged with `@visitor`, which also suit production.
 */
const { BASE_URL = "http://localhost:3000", OUTBOX_PASSWORD, OUTBOX, VERCEL_ACCESS } = process.env;
const isLocal = Boolean(process.env.E2E_DATABASE_URL);
const left = isLocal ? [] : LOCAL_ONLY;
const without = (tag: string) => (isLocal ? new RegExp(tag) : new RegExp(`${tag}|@local`));

/** Playwright's own Chromium, or where that was not downloaded the system's. */
function browserPath(): string | undefined {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  return existsSync(chromium.executablePath()) ? undefined : SYSTEM_PATHS.find((path) => existsSync(path));
}
const executablePath = browserPath();

export default defineConfig({
  testDir: "e2e",
  globalSetup: fileURLToPath(new URL("e2e/global-setup.ts", import.meta.url)),
  ...(OUTBOX === "0" ? { grep: /@visitor/ } : {}),
  outputDir: "test-results",
  // One more than the cores of a small machine: journeys wait, too. Journeys of one file run side
  // by side, so that no worker is left with a long file at the end.
  workers: 3,
  fullyParallel: true,
  // A journey that needs a second try has a bug to fix, or has found one of the product. The run
  // names it at its end and goes on: `npm test -- --strict` fails on it.
  retries: 1,
  forbidOnly: true,
  // Ends a journey that hangs. Its steps have limits of their own.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: "list",
  use: {
    baseURL: BASE_URL,
    // What /dev/outbox asks for.
    ...(OUTBOX_PASSWORD
      ? { httpCredentials: { username: "e2e", password: OUTBOX_PASSWORD, origin: new URL(BASE_URL).origin } }
      : {}),
    // The cookie that opens a protected preview on Vercel (e2e/global-setup.ts).
    ...(VERCEL_ACCESS ? { storageState: JSON.parse(VERCEL_ACCESS) } : {}),
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
    // Tests can't intercept what a service worker answers; only e2e/offline.spec.ts allows it.
    serviceWorkers: "block",
    // Recording every journey costs as much as the journeys. `--trace on` records those that are
    // run.
    trace: "off",
    screenshot: "only-on-failure",
    actionTimeout: 10_000,
    navigationTimeout: 30_000,
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        // The login page loads Google's script: no journey depends on the network (e2e/google.ts).
        "--host-resolver-rules=MAP accounts.google.com ~NOTFOUND",
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
      ],
    },
  },
  projects: [
    // A test for only one of the two projects is tagged with its name.
    {
      name: "desktop",
      testIgnore: specs([...PHONE_ONLY, ...left]),
      grepInvert: without("@phone"),
      use: { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 860 } },
    },
    {
      name: "phone",
      testIgnore: specs([...DESKTOP_ONLY, ...left]),
      grepInvert: without("@desktop"),
      use: {
        ...devices["Pixel 7"],
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
        // A seventh of the pixels to render. e2e/screens.config.ts takes the screenshots for
        // people.
        deviceScaleFactor: 1,
      },
    },
  ],
});
