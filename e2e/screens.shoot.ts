import { mkdirSync } from "node:fs";
import path from "node:path";
import { devices, type Page, test } from "playwright/test";
import { animationsEnded } from "./fixtures";
import { createFixtures } from "./screens/fixtures";
import { openScreen, setTheme } from "./screens/open-screen";
import { screenshotName } from "./screens/screen";
import { SCREENS } from "./screens/screens";

/** `npm run screenshots`: a screenshot of every screen in every state. */

const FOLDER = "screenshots";
const THEMES = ["light", "dark"] as const;
const DEVICES = {
  phone: { ...devices["Pixel 7"], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 },
  desktop: { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 860 } },
};
/** Only screenshots whose name contains one of these; without any, all. */
const FILTERS = (process.env.SCREENS ?? "").split(" ").filter(Boolean);

// Screens with side effects come last, so that no other screenshot shows them.
const screens = SCREENS.filter((screen) => {
  const name = screenshotName(screen);
  return FILTERS.length === 0 || FILTERS.some((filter) => name.includes(filter));
}).sort((a, b) => Number(a.hasSideEffects ?? false) - Number(b.hasSideEffects ?? false));

/** Makes the window as tall as the page: elements off screen may not be rendered. */
async function expandToPage(page: Page): Promise<void> {
  const { width, height } = page.viewportSize() ?? DEVICES.desktop.viewport;
  const pageHeight = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.max(height, pageHeight) });
}

let fixtures: ReturnType<typeof createFixtures>;
test.beforeAll(({ baseURL }) => {
  fixtures = createFixtures(baseURL ?? "", 0);
});

for (const screen of screens) {
  for (const [device, options] of Object.entries(DEVICES)) {
    if (screen.only && screen.only !== device) continue;
    test(`${screenshotName(screen)} on a ${device}: ${screen.shows}`, async ({ browser }) => {
      await openScreen(browser, options, screen, fixtures, async (page) => {
        await page.waitForLoadState("load");
        if (screen.fullPage) await expandToPage(page);
        for (const theme of THEMES) {
          const folder = path.join(FOLDER, `${device}-${theme}`);
          mkdirSync(folder, { recursive: true });
          await setTheme(page, theme);
          await animationsEnded(page);
          // One that takes no room is never loaded.
          await page.evaluate(() => {
            const shown = [...document.images].filter((image) => image.checkVisibility());
            return Promise.all(shown.map((image) => image.decode().catch(() => image)));
          });
          await page.screenshot({ path: path.join(folder, `${screenshotName(screen)}.png`) });
        }
      });
    });
  }
}
