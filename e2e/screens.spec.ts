import { readdirSync } from "node:fs";
import { expect, type Page, test } from "playwright/test";
import { routePattern } from "../lib/analytics/policy";
import { expectAccessible, expectValidHtml } from "./fixtures";
import {
  expectEndsWithContent,
  expectFitsLargeText,
  expectFitsSmallest,
  expectFitsZoomed,
  expectLargeTargets,
  expectOrderedHeadings,
  expectRail,
  onDesktop,
} from "./layout";
import { createFixtures, type Fixtures } from "./screens/fixtures";
import { openScreen, setTheme } from "./screens/open-screen";
import { type Screen, screenshotName } from "./screens/screen";
import { SCREENS } from "./screens/screens";

/**
 * Every screen (e2e/screens) is valid HTML, accessible, has headings in order, fits the smallest
 * phone, and prints nothing to the console. `npm test` opens each screen of members and staff in
 * its normal state on a phone in the light theme. `npm run screenshots -- --check` (ALL_STATES)
 * opens every state, also dark, on a desktop, zoomed and with large text, and measures the targets
 * of fingers; CI runs it in a job of its own.
 */

/** Shows every part of the product: by far the longest page. */
const GALLERY = "/test";
/** The screens that are used most: each also fits with large text. */
const MAIN = [
  "/mainfeed",
  "/profile",
  "/profile/{userId}",
  "/notify",
  "/settings",
  "/messages",
  "/messages/{conversationId}",
  "/create-post-modal-mobile",
];

/** Long pages, which only the job of CI opens. */
const FOR_DEVELOPERS = /^\/(test|docs|dev)\b/;

let fixtures: Fixtures;
test.beforeAll(({ baseURL }) => {
  fixtures = createFixtures(baseURL ?? "", test.info().workerIndex);
});

test("every page is in the list of screens", { tag: "@desktop" }, () => {
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
});

test("the gallery shows every group without a call to the server", { tag: "@desktop" }, async ({ page }) => {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(api|media)\//.test(pathname) && !pathname.startsWith("/api/analytics/")) calls.push(pathname);
  });
  await page.goto(GALLERY);
  const groups = page.getByRole("navigation", { name: "Groups" }).getByRole("link");
  for (const name of await groups.allTextContents()) {
    await expect(page.getByRole("region", { name, exact: true })).toBeVisible();
  }
  await groups.last().click();
  await page.waitForLoadState("networkidle");
  expect(calls).toEqual([]);
});

const allStates = process.env.ALL_STATES === "1";

// Screens with side effects come last, so that no other one is opened after them.
const isShown = (screen: Screen) => allStates || (isPage(screen) && !FOR_DEVELOPERS.test(screen.route));
const screens = SCREENS.filter(isShown).sort(
  (a, b) => Number(a.hasSideEffects ?? false) - Number(b.hasSideEffects ?? false),
);

for (const screen of screens) {
  const { route } = screen;
  test(`${route} is accessible: ${screenshotName(screen)}`, { tag: "@phone" }, async ({ browser }) => {
    await openScreen(browser, {}, screen, fixtures, async (page, consoleErrors) => {
      const { axeExceptions: except = [] } = screen;
      if (except !== "all") await expectAccessible(page, { except });
      if (route !== GALLERY) await expectValidHtml(page);
      if (isPage(screen) && !FOR_DEVELOPERS.test(route)) {
        await expectOrderedHeadings(page);
        await expectThemeToggle(page);
      }
      if (allStates) await expectGoodInAllWays(page, screen);
      await expectFitsSmallest(page);
      if (allStates && MAIN.includes(route)) await expectFitsLargeText(page);
      expect(consoleErrors).toEqual([]);
    });
  });
}

/** In the dark, on a desktop (but for screens of one size), and for fingers and zoomed pages. */
async function expectGoodInAllWays(page: Page, screen: Screen): Promise<void> {
  await expectReadableInTheDark(page, screen);
  if (!screen.only) {
    await onDesktop(page, async () => {
      if (isPage(screen)) await expectThemeToggle(page);
      if (!screen.hasEmptyRail) await expectRail(page);
      await expectEndsWithContent(page);
      await expectValidHtml(page);
      if (screen.axeExceptions !== "all") await expectAccessible(page, { except: screen.axeExceptions });
      await expectReadableInTheDark(page, screen);
    });
  }
  if (!isPage(screen) || FOR_DEVELOPERS.test(screen.route)) return;
  if (screen.route !== LONG_LIST) await expectLargeTargets(page);
  await expectFitsZoomed(page);
}

/** The theme can be changed on every screen, at one place: a dialog hides what lies behind it. */
async function expectThemeToggle(page: Page) {
  const named = { name: /^Switch to (dark|light) theme$/ };
  const toggles = page.getByRole("button", { ...named, includeHidden: true }).filter({ visible: true });
  await expect(toggles).not.toHaveCount(0);
  expect(await page.getByRole("button", named).count()).toBeLessThanOrEqual(1);
}

/** The colours of the dark theme have enough contrast. */
async function expectReadableInTheDark(page: Page, { axeExceptions }: Screen): Promise<void> {
  if (axeExceptions === "all") return;
  await setTheme(page, "dark");
  await expectAccessible(page, { only: ["color-contrast"] });
  await setTheme(page, "light");
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

/** Hundreds of equal links: trying each with a finger takes minutes. */
const LONG_LIST = "/licences";
