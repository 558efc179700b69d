import type { Browser, BrowserContextOptions, Page } from "playwright/test";
import { collectConsoleErrors } from "../fixtures";
import { fakeGoogle } from "../google";
import type { Fixtures } from "./fixtures";
import type { Screen } from "./screen";

/**
 * Failures are what is looked at: the browser logs each refused call. Anything else on the console
 * is a fault.
 */
const EXPECTED = [/status of [45]\d\d/, /net::ERR_(FAILED|INTERNET_DISCONNECTED)/, /^LoadError: /];

/**
 * Opens a screen in its state in a browser context of its own, lets `look` look, and closes it.
 * `consoleErrors`: what was on the console and should not have been, from the first line on.
 */
export async function openScreen(
  browser: Browser,
  options: BrowserContextOptions,
  screen: Screen,
  fixtures: Fixtures,
  look: (page: Page, consoleErrors: string[]) => Promise<void>,
): Promise<void> {
  const storageState = await fixtures.storageOf(screen.as);
  const context = await browser.newContext({ ...options, ...(storageState ? { storageState } : {}) });
  try {
    await fakeGoogle(context, "closed");
    const page = await context.newPage();
    const consoleErrors = collectConsoleErrors(page, EXPECTED);
    await screen.open({ page, fixtures });
    await look(page, consoleErrors);
  } finally {
    // What waits for an answer is dropped with it: nothing that was held up ever happens.
    await context.close();
  }
}

/** The other theme, in place: as the toggle does it, without a reload. */
export async function setTheme(page: Page, theme: "light" | "dark"): Promise<void> {
  await page.evaluate((name) => {
    // At once: a card out of sight would be on its way from one colour to the other for ever.
    const still = new CSSStyleSheet();
    still.replaceSync("*, *::before, *::after { transition: none !important }");
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, still];
    document.documentElement.dataset.theme = name;
  }, theme);
}
