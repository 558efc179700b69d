import type { Browser, BrowserContextOptions, Page } from "playwright/test";
import { fakeGoogle } from "../google";
import type { Cast } from "./cast";
import type { Screen } from "./screen";

/** Opens a screen in its state in a browser context of its own, lets `look` look, and closes it. */
export async function visit(
  browser: Browser,
  options: BrowserContextOptions,
  screen: Screen,
  cast: Cast,
  look: (page: Page) => Promise<void>,
): Promise<void> {
  const storageState = await cast.storageOf(screen.as);
  const context = await browser.newContext({ ...options, ...(storageState ? { storageState } : {}) });
  try {
    await fakeGoogle(context, "closed");
    const page = await context.newPage();
    await screen.open({ page, cast });
    await look(page);
  } finally {
    // What waits for an answer is dropped with it: nothing that was held up ever happens.
    await context.close();
  }
}

/** The other theme, in place: as the toggle does it, without a reload. */
export async function wear(page: Page, theme: "light" | "dark"): Promise<void> {
  await page.evaluate((name) => {
    document.documentElement.dataset.theme = name;
  }, theme);
}
