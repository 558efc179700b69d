import type { Page } from "playwright/test";
import type { Fixtures } from "./fixtures";

/**
 * What a screen can be like. The states every screen has to think of, and further ones it only has.
 */
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
 * Who looks: nobody, somebody without a name yet, a person of the demonstration campus, or one who
 * just came.
 */
export type Role = "visitor" | "unnamed" | "resident" | "newcomer";

/** One screen in one state: where it is, how a test gets there, and what it then shows. */
export type Screen = {
  /** As in `routePattern`: `/profile/{userId}`. */
  route: string;
  state: ScreenState;
  /** Tells apart several of one route and state; part of the picture's name. */
  detail?: string;
  /** One line for the table in docs/screens.md. */
  shows: string;
  as: Role;
  /** Ends when the state is on screen. */
  open: (context: ScreenContext) => Promise<void>;
  /** Only where there is a small screen, or only where there is a large one. */
  only?: "phone" | "desktop";
  /** It leaves something behind that other screens would show: shot last. */
  hasSideEffects?: boolean;
  /**
   * Rules of axe that it breaks by its nature; or all of them, because its frames run no scripts,
   * which axe is one of.
   */
  axeExceptions?: string[] | "all";
  /** The picture goes as far down as the page does. */
  fullPage?: boolean;
};

export type ScreenContext = { page: Page; fixtures: Fixtures };

/** The picture's name: `profile-userid--missing-picture`. Different for each screen. */
export function screenshotName({ route, state, detail }: Pick<Screen, "route" | "state" | "detail">): string {
  const slug = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "");
  return [slug(route) || "landing", slug(state), ...(detail ? [slug(detail)] : [])].join("--");
}
