import type { Page } from "playwright/test";
import { expect, signIn, test } from "./fixtures";

/** The light and dark themes, from the first paint to the browser's bars; and page transitions. */

const mainNav = (page: Page) => page.getByRole("navigation", { name: "Main" });
const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
/** The colour of the browser's bars: browsers take the first `theme-color`. */
const barsColor = (page: Page) =>
  page.evaluate(() => document.querySelector("meta[name=theme-color]")?.getAttribute("content"));

const LIGHT = { background: "rgb(247, 246, 242)", bars: "#f7f6f2" };
const DARK = { background: "rgb(13, 15, 19)", bars: "#0d0f13" };

test("screens fade into each other, but not with reduced motion", async ({ page, context }) => {
  await signIn(context, "Aarav Sharma");
  let fades = 0;
  await page.exposeFunction("onFade", () => {
    fades += 1;
  });
  await page.addInitScript(`
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      window.onFade();
      return start(update);
    };
  `);
  const search = mainNav(page).getByRole("link", { name: "Explore" });
  await page.goto("/mainfeed");
  await page.evaluate(() => document.body.style.setProperty("min-height", "4000px"));
  await page.evaluate(() => window.scrollTo({ top: 900, behavior: "instant" }));
  await search.press("Enter");
  await expect(search).toHaveAttribute("aria-current", "page");
  await expect.poll(() => fades).toBe(1);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(900);

  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.reload();
  fades = 0;
  await search.press("Enter");
  await expect(search).toHaveAttribute("aria-current", "page");
  expect(fades).toBe(0);
});

test("the chosen theme applies from the first paint, and to the browser's bars", async ({
  page,
  context,
  consoleErrors,
}) => {
  await signIn(context, "Aarav Sharma");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/settings");
  // The default is light, whatever the device is set to.
  expect(await background(page)).toBe(LIGHT.background);
  expect(await barsColor(page)).toBe(LIGHT.bars);

  await page.getByRole("switch", { name: "Dark mode" }).click();
  expect(await background(page)).toBe(DARK.background);
  expect(await barsColor(page)).toBe(DARK.bars);
  await expect(page.locator("html")).toHaveCSS("color-scheme", "dark");
  expect(await page.evaluate(() => localStorage.getItem("theme"))).toBe("dark");

  await test.step("the page is dark even before any script has loaded", async () => {
    const scripts = (url: URL) => url.pathname.endsWith(".js");
    await page.route(scripts, (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
    await page.goto("/mainfeed");
    expect(await background(page)).toBe(DARK.background);
    expect(await barsColor(page)).toBe(DARK.bars);
    await page.goto("/no-such-page");
    expect(await background(page)).toBe(DARK.background);
    expect(consoleErrors.splice(0)).toEqual([expect.stringContaining("404")]);
    await page.unroute(scripts);
  });

  await test.step("the theme follows the device", async () => {
    await page.goto("/settings");
    await page.getByRole("switch", { name: "Use device theme" }).click();
    const stored = () => page.evaluate(() => [localStorage.theme, localStorage.themeFollowsDevice]);
    expect(await stored()).toEqual(["dark", "true"]);
    await page.emulateMedia({ colorScheme: "light" });
    await expect.poll(() => background(page)).toBe(LIGHT.background);
    expect(await barsColor(page)).toBe(LIGHT.bars);
    expect(await stored()).toEqual(["light", "true"]);
    await page.reload();
    expect(await background(page)).toBe(LIGHT.background);
  });

  await test.step("another tab follows", async () => {
    const other = await context.newPage();
    await other.goto("/up");
    await page.getByRole("switch", { name: "Dark mode" }).click();
    await expect.poll(() => background(other)).toBe(DARK.background);
    expect(await barsColor(other)).toBe(DARK.bars);
    await other.close();
  });
});
