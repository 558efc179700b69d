import type { Browser, BrowserContextOptions, Page } from "playwright/test";
import { collectConsoleErrors, hydrateNavigations } from "../fixtures";
import { fakeGoogle } from "../google";
import type { Fixtures } from "./fixtures";
import type { Screen } from "./screen";

/** Screens show failed calls, which the browser logs. Any other error on the console is a fault. */
const EXPECTED = [/status of [45]\d\d/, /net::ERR_(FAILED|INTERNET_DISCONNECTED)/, /^LoadError: /];

/**
 * Opens a screen in a new browser context, calls `inspect` with its console errors, and closes it.
 */
export async function openScreen(
  browser: Browser,
  options: BrowserContextOptions,
  screen: Screen,
  fixtures: Fixtures,
  inspect: (page: Page, consoleErrors: string[]) => Promise<void>,
): Promise<void> {
  const storageState = await fixtures.storageOf(screen.as);
  const context = await browser.newContext({ ...options, ...(storageState ? { storageState } : {}) });
  try {
    if (screen.as === "visitor") await fakeGoogle(context, "closed");
    const page = await context.newPage();
    hydrateNavigations(page);
    const consoleErrors = collectConsoleErrors(page, EXPECTED);
    await screen.open({ page, fixtures });
    await inspect(page, consoleErrors);
  } finally {
    // Closing also drops the requests that hang.
    await context.close();
  }
}

/** Switches the theme in place, without a reload. */
export async function setTheme(page: Page, theme: "light" | "dark"): Promise<void> {
  await page.evaluate((name) => {
    // Without transitions: transitions of elements off screen would never end.
    const noTransitions = new CSSStyleSheet();
    noTransitions.replaceSync("*, *::before, *::after { transition: none !important }");
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, noTransitions];
    document.documentElement.dataset.theme = name;
  }, theme);
}
