import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "playwright/test";
import { routePattern } from "../lib/analytics/policy";
import { expectAccessible, expectNoSidewaysScroll, expectValidHtml } from "./fixtures";
import { expectFitsZoomed, expectLargeTargets, expectOrderedHeadings } from "./layout";
import { createFixtures, type Fixtures } from "./screens/fixtures";
import { openScreen, setTheme } from "./screens/open-screen";
import { type Screen, screenshotName } from "./screens/screen";
import { SCREENS, screensPage } from "./screens/screens";

/**
 * Every screen (docs/screens.md) is valid HTML, accessible in both themes, fits the smallest phone,
 * and has headings in order and targets that fingers hit. `npm test` opens each screen in its
 * normal state, on phone and desktop, and in the dark theme on the phone; `npm run screenshots --
 * --check` opens every state, each in both (ALL_STATES).
 */

test.describe.configure({ mode: "parallel" });

/** The smallest supported phone, in CSS pixels. */
const SMALLEST = { width: 320, height: 640 };

/** For opening a state and checking it in two themes and at 320 pixels, on a busy machine. */
const TIMEOUT_MS = 60_000;

let fixtures: Fixtures;
test.beforeAll(({ baseURL }) => {
  fixtures = createFixtures(baseURL ?? "", test.info().workerIndex);
});

test("every page is in the list of screens, and docs/screens.md is up to date", { tag: "@desktop" }, () => {
  const screens = readdirSync("app", { recursive: true, encoding: "utf8" })
    .map((file) => file.split("/"))
    // A slot only shows another page in place.
    .filter((parts) => parts.at(-1) === "page.tsx" && !parts.some((part) => part.startsWith("@")))
    .map((parts) => parts.slice(0, -1).filter((part) => !part.startsWith("(")))
    .map((parts) => routePattern(`/${parts.join("/").replace(/\[\w+\]/g, "an-id")}`));
  const listed = new Set(SCREENS.map(({ route }) => route));
  expect(screens.filter((route) => !listed.has(route))).toEqual([]);

  const names = SCREENS.map(screenshotName);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);

  expect(readFileSync("docs/screens.md", "utf8"), "Run `npm run screenshots`.").toBe(screensPage());
});

test("the gallery shows every group without a call to the server", { tag: "@desktop" }, async ({ page }) => {
  test.slow();
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(api|media)\//.test(pathname) && !pathname.startsWith("/api/analytics/")) calls.push(pathname);
  });
  await page.goto("/test");
  const groups = page.getByRole("navigation", { name: "Groups" }).getByRole("link");
  for (const name of await groups.allTextContents()) {
    await expect(page.getByRole("region", { name, exact: true })).toBeVisible();
  }
  await page.getByRole("region", { name: "Notifications", exact: true }).scrollIntoViewIfNeeded();
  await page.waitForLoadState("networkidle");
  expect(calls).toEqual([]);
});

for (const route of new Set(SCREENS.map((screen) => screen.route))) {
  test(`${route} is accessible in every state`, async ({ browser }, { project }) => {
    const isPhone = project.name === "phone";
    const screens = SCREENS.filter((screen) => screen.route === route && isChecked(screen, isPhone));
    // The gallery shows every part of the product on one page.
    const parts = route === "/test" ? 3 : 1;
    test.setTimeout(TIMEOUT_MS * Math.max(parts, screens.length));
    for (const screen of screens) {
      await test.step(screenshotName(screen), async () => {
        await openScreen(browser, {}, screen, fixtures, async (page, consoleErrors) => {
          const { axeExceptions: except = [] } = screen;
          // Phones have the same HTML.
          if (!isPhone || screen.only) await expectValidHtml(page);
          if (except !== "all") {
            await expectAccessible(page, { except });
            // A theme changes colours only, and the desktop adds only the shell around the feed.
            if (allStates || isPhone || route === "/mainfeed") {
              await setTheme(page, "dark");
              await expectAccessible(page, { only: ["color-contrast"] });
            }
          }
          if (isPhone) {
            if (isPage(screen) && !FOR_DEVELOPERS.test(route)) {
              await expectOrderedHeadings(page);
              await expectLargeTargets(page);
              await expectFitsZoomed(page);
            }
            await page.setViewportSize(SMALLEST);
            await expectNoSidewaysScroll(page);
          }
          expect(consoleErrors).toEqual([]);
        });
      });
    }
  });
}

const allStates = process.env.ALL_STATES === "1";

function isChecked(screen: Screen, isPhone: boolean): boolean {
  const { route, only } = screen;
  if (only && only !== (isPhone ? "phone" : "desktop")) return false;
  // The gallery is by far the longest page.
  return allStates || (isPage(screen) && (isPhone || route !== "/test"));
}

/**
 * The screens that show all of a route: its normal state. Where each of them shows another part
 * (the sections of the settings) all do, and where there is none any other state.
 */
function isPage(screen: Screen): boolean {
  const ofRoute = SCREENS.filter(({ route }) => route === screen.route);
  const normal = ofRoute.filter(({ state }) => state === "normal");
  const plain = normal.filter(({ detail }) => !detail);
  const pages = [plain, normal, ofRoute].find((screens) => screens.length > 0) ?? [];
  return pages.includes(screen);
}

const FOR_DEVELOPERS = /^\/(test|docs|dev)\b/;
