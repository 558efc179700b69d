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
 * Every screen (e2e/screens) is valid HTML, accessible in both themes, fits the smallest phone,
 * and has headings in order and targets that fingers hit. `npm test` opens each screen in its
 * normal state; its axe looks at the phone in both themes, and at the desktop where that shows more
 * than the shell around the same screen. `npm run screenshots -- --check` opens every state, with
 * axe in both sizes and themes (ALL_STATES); CI runs it beside `npm test`.
 */

/** Shows every part of the product: by far the longest page. */
const GALLERY = "/test";
/** The shell around every screen, and those that have a second column of their own. */
const WIDE = ["/mainfeed", "/messages", "/settings"];
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
const screens = SCREENS.filter((screen) => allStates || isPage(screen)).sort(
  (a, b) => Number(a.hasSideEffects ?? false) - Number(b.hasSideEffects ?? false),
);

for (const screen of screens) {
  const { route } = screen;
  test(`${route} is accessible: ${screenshotName(screen)}`, { tag: "@phone" }, async ({ browser }) => {
    await openScreen(browser, {}, screen, fixtures, async (page, consoleErrors) => {
      await expectAccessibleScreen(page, screen, true);
      if (screen.only) await expectValidHtml(page);
      else if (allStates || route !== GALLERY) {
        await onDesktop(page, async () => {
          if (isPage(screen)) await expectThemeToggle(page);
          if (!screen.hasEmptyRail) await expectRail(page);
          await expectEndsWithContent(page);
          await expectValidHtml(page);
          if (allStates || WIDE.includes(route)) await expectAccessibleScreen(page, screen, true);
        });
      }
      if (isPage(screen) && !FOR_DEVELOPERS.test(route)) {
        await expectOrderedHeadings(page);
        await expectThemeToggle(page);
        if (route !== LONG_LIST) await expectLargeTargets(page);
        await expectFitsZoomed(page);
      }
      await expectFitsSmallest(page);
      if (MAIN.includes(route)) await expectFitsLargeText(page);
      expect(consoleErrors).toEqual([]);
    });
  });
}

/** The theme can be changed on every screen, at one place: a dialog hides what lies behind it. */
async function expectThemeToggle(page: Page) {
  const named = { name: /^Switch to (dark|light) theme$/ };
  const toggles = page.getByRole("button", { ...named, includeHidden: true }).filter({ visible: true });
  await expect(toggles).not.toHaveCount(0);
  expect(await page.getByRole("button", named).count()).toBeLessThanOrEqual(1);
}

/** Violates no rule of axe but its exceptions, nor one about colours in the dark theme. */
async function expectAccessibleScreen(
  page: Page,
  { axeExceptions: except = [] }: Screen,
  inTheDark: boolean,
): Promise<void> {
  if (except === "all") return;
  await expectAccessible(page, { except });
  if (!inTheDark) return;
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

const FOR_DEVELOPERS = /^\/(test|docs|dev)\b/;
/** Hundreds of equal links: trying each with a finger takes minutes. */
const LONG_LIST = "/licences";
