import type { Page } from "playwright/test";
import type { Fixtures } from "./fixtures";

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

/** The screenshot's unique name: `profile-userid--missing-picture`. */
export function screenshotName({ route, state, detail }: Pick<Screen, "route" | "state" | "detail">): string {
  const slug = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "");
  return [slug(route) || "landing", slug(state), ...(detail ? [slug(detail)] : [])].join("--");
}
