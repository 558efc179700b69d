import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { devices, type Page, test } from "playwright/test";
import { makeCast } from "./screens/fixtures";
import { visit, wear } from "./screens/open-screen";
import { pictureName } from "./screens/screen";
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
  const name = pictureName(screen);
  return WORDS.length === 0 || WORDS.some((word) => name.includes(word));
}).sort((a, b) => Number(a.leavesTraces ?? false) - Number(b.leavesTraces ?? false));

/** A window as tall as the page: what is out of sight is not always drawn. */
async function makeRoom(page: Page): Promise<void> {
  const { width, height } = page.viewportSize() ?? DEVICES.desktop.viewport;
  const whole = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.max(height, whole) });
}

let cast: ReturnType<typeof makeCast>;
test.beforeAll(({ baseURL }) => {
  cast = makeCast(baseURL ?? "", 0);
  writeFileSync("docs/screens.md", screensPage());
});

for (const screen of screens) {
  for (const [device, options] of Object.entries(DEVICES)) {
    if (screen.only && screen.only !== device) continue;
    test(`${pictureName(screen)} on a ${device}`, async ({ browser }) => {
      await visit(browser, options, screen, cast, async (page) => {
        await page.waitForLoadState("load");
        if (screen.whole) await makeRoom(page);
        for (const theme of THEMES) {
          const folder = path.join(FOLDER, `${device}-${theme}`);
          mkdirSync(folder, { recursive: true });
          await wear(page, theme);
          // What fades in, or is shown after a moment only, is there by now; pictures have been
          // decoded.
          await page.waitForTimeout(theme === "light" ? 600 : 200);
          await page.screenshot({ path: path.join(folder, `${pictureName(screen)}.png`) });
        }
      });
    });
  }
}
