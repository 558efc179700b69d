import { expect, type Locator, type Page } from "playwright/test";
import type { Fixtures } from "./fixtures";
import { hang, openWithoutPrefetch, respondWithError } from "./network";

/** The states that a screen can be in. */
export type ScreenState =
  | "normal"
  | "loading"
  | "empty"
  | "error"
  | "offline"
  | "long text"
  | "missing picture"
  | "slow network";

/**
 * Who is signed in: no one, a member without a name, one of the demo campus, its admin, or a new
 * one; a new one who is suspended or banned.
 */
export type Role = "visitor" | "unnamed" | "resident" | "admin" | "newcomer" | "suspended" | "banned";

/** One screen in one state: its route, how to open it, and what it shows. */
export type Screen = {
  /** As in `routePattern`: `/profile/{userId}`. */
  route: string;
  state: ScreenState;
  /** Distinguishes screens of the same route and state; part of the screenshot's name. */
  detail?: string;
  /** What to see there, for who reads this list. */
  shows: string;
  as: Role;
  /** Resolves when the state is on screen. */
  open: (context: ScreenContext) => Promise<void>;
  /** For screens that exist on phones only. */
  only?: "phone";
  /** Leaves data that other screens would show, so its screenshot is taken last. */
  hasSideEffects?: boolean;
  /** Rules of axe to skip; `all` where frames run no scripts, because axe needs them. */
  axeExceptions?: string[] | "all";
  /** There is nothing to show in the rail of wide screens. */
  hasEmptyRail?: boolean;
  /** The screenshot covers the whole page. */
  fullPage?: boolean;
};

/** Screens of one address: as `as` and in its normal state unless one says otherwise. */
export const screensOf = (
  route: string,
  as: Role,
  screens: (Omit<Screen, "route" | "as" | "state"> & Partial<Screen>)[],
): Screen[] => screens.map((screen) => ({ route, as, state: "normal", ...screen }));

export type ScreenContext = { page: Page; fixtures: Fixtures };

export const main = (page: Page) => page.getByRole("main");
/** The button below what could not be loaded. */
export const failure = (page: Page) => page.getByRole("button", { name: "Try Again" });

/** Opens an address, where this is to be seen. */
export const visit =
  (path: string, content: (page: Page) => Locator): Screen["open"] =>
  async ({ page }) => {
    await page.goto(path);
    await expect(content(page)).toBeVisible();
  };

/** Opens an address whose data never arrive: screen readers read this text. */
export const loading =
  (path: string, data: string | RegExp, text: string): Screen["open"] =>
  async ({ page }) => {
    await hang(page, data);
    await openWithoutPrefetch(page, path);
    await expect(page.getByText(text)).toBeAttached();
  };

/** Opens an address whose data cannot be loaded, which offers to try again. */
export const failing =
  (path: string, data: string | RegExp): Screen["open"] =>
  async ({ page }) => {
    await respondWithError(page, data);
    await openWithoutPrefetch(page, path);
    await expect(failure(page)).toBeVisible({ timeout: 20_000 });
  };

/** A section of a place that is for the staff, by the name of the section. */
export const sectionsOf =
  (route: string) =>
  (detail: string, state: ScreenState, shows: string, open: (page: Page) => Promise<void>): Screen => ({
    route,
    state,
    detail,
    shows,
    as: "admin",
    open: ({ page }) => open(page),
  });

/** The screenshot's unique name: `profile-userid--missing-picture`. */
export function screenshotName({ route, state, detail }: Pick<Screen, "route" | "state" | "detail">): string {
  const slug = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "");
  return [slug(route) || "landing", slug(state), ...(detail ? [slug(detail)] : [])].join("--");
}
