import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { devices, type Page, test } from "playwright/test";
import { createFixtures } from "./screens/fixtures";
import { openScreen, setTheme } from "./screens/open-screen";
import { screenshotName } from "./screens/screen";
import { SCREENS, screensPage } from "./screens/screens";

/**
 * `npm run screenshots`: a picture of every screen in every state (docs/screens.md), for people to
 * look at.
 */

const FOLDER = "screenshots";
const THEMES = ["light", "dark"] as const;
const DEVICES = {
  phone: { ...devices["Pixel 7"], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 },
  desktop: { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 860 } },
};
/** Only pictures whose name has one of these words; all without any. */
const WORDS = (process.env.SCREENS ?? "").split(" ").filter(Boolean);

// What leaves traces comes last, so that it is seen in its own picture only.
const screens = SCREENS.filter((screen) => {
  const name = screenshotName(screen);
  return WORDS.length === 0 || WORDS.some((word) => name.includes(word));
}).sort((a, b) => Number(a.hasSideEffects ?? false) - Number(b.hasSideEffects ?? false));

/** A window as tall as the page: what is out of sight is not always drawn. */
async function makeRoom(page: Page): Promise<void> {
  const { width, height } = page.viewportSize() ?? DEVICES.desktop.viewport;
  const whole = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.max(height, whole) });
}

let fixtures: ReturnType<typeof createFixtures>;
test.beforeAll(({ baseURL }) => {
  fixtures = createFixtures(baseURL ?? "", 0);
  writeFileSync("docs/screens.md", screensPage());
});

for (const screen of screens) {
  for (const [device, options] of Object.entries(DEVICES)) {
    if (screen.only && screen.only !== device) continue;
    test(`${screenshotName(screen)} on a ${device}`, async ({ browser }) => {
      await openScreen(browser, options, screen, fixtures, async (page) => {
        await page.waitForLoadState("load");
        if (screen.fullPage) await makeRoom(page);
        for (const theme of THEMES) {
          const folder = path.join(FOLDER, `${device}-${theme}`);
          mkdirSync(folder, { recursive: true });
          await setTheme(page, theme);
          // What fades in, or is shown after a moment only, is there by now; pictures have been
          // decoded.
          await page.waitForTimeout(theme === "light" ? 600 : 200);
          await page.screenshot({ path: path.join(folder, `${screenshotName(screen)}.png`) });
        }
      });
    });
  }
}
