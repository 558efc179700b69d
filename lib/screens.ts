import {
  ACCOUNT_CREATED,
  COLLEGE_EMAIL,
  COMPLETE_PROFILE,
  COMPOSE,
  COMPOSE_OFFLINE,
  COMPOSE_ON_PHONE,
  CREATING_PROFILE,
  EDIT_PROFILE,
  EXPLORE,
  HOME,
  LOGIN,
  NOTIFICATIONS,
  OFFLINE,
  ONBOARDING,
  OWN_PROFILE,
  PASSWORD,
  PROFILE_PICTURE,
  REGISTER_ON_ONE_PAGE,
  SELECT_COLLEGE,
  SETTINGS,
  STUDENT_ID,
  VERIFICATION,
} from "@/lib/paths";

/**
 * Every screen of the product. The middleware, analytics and the service worker derive their lists
 * from this one. It is not in lib/paths.ts because every page loads that file.
 */

type Screen = {
  /** A parameter in braces is an id, or a name that people chose. */
  path: string;
  /**
   * Who may open it. `campus`: people with a complete profile. `profile`: anyone signed in, to
   * complete it. `auth`: people who are signed out or whose profile is incomplete. `anyone`: no
   * restriction.
   */
  access: "campus" | "profile" | "auth" | "anyone";
  /** The service worker caches it for offline use. */
  offline?: true;
};

export const SCREENS: readonly Screen[] = [
  { path: "/", access: "anyone" },

  { path: HOME, access: "campus", offline: true },
  { path: "/posts-feed", access: "campus", offline: true },
  { path: "/post/{postId}", access: "campus", offline: true },
  { path: "/tag/{tag}", access: "campus", offline: true },
  { path: OWN_PROFILE, access: "campus" },
  { path: "/profile/{userId}", access: "campus", offline: true },
  { path: "/profilep", access: "campus" },
  { path: "/user/{userId}", access: "campus" },
  { path: "/u/{username}", access: "campus" },
  { path: EDIT_PROFILE, access: "campus" },
  { path: SETTINGS, access: "campus" },
  { path: EXPLORE, access: "campus", offline: true },
  { path: NOTIFICATIONS, access: "campus", offline: true },
  { path: "/notifications", access: "campus" },
  { path: "/create-notify", access: "campus" },
  { path: COMPOSE, access: "campus" },
  { path: COMPOSE_ON_PHONE, access: "campus" },
  { path: COMPOSE_OFFLINE, access: "campus", offline: true },
  { path: "/messages", access: "campus" },
  { path: "/bookmarks", access: "campus" },
  { path: "/trending", access: "campus" },

  { path: LOGIN, access: "auth" },
  { path: SELECT_COLLEGE, access: "auth" },
  { path: COLLEGE_EMAIL, access: "auth" },
  { path: VERIFICATION, access: "auth" },
  { path: REGISTER_ON_ONE_PAGE, access: "auth" },

  { path: COMPLETE_PROFILE, access: "profile" },
  { path: STUDENT_ID, access: "profile" },
  { path: CREATING_PROFILE, access: "profile" },
  { path: ACCOUNT_CREATED, access: "profile" },

  { path: PASSWORD, access: "anyone" },
  { path: PROFILE_PICTURE, access: "anyone" },
  { path: ONBOARDING, access: "anyone" },
  { path: OFFLINE, access: "anyone" },
  { path: "/up", access: "anyone" },
  { path: "/test", access: "anyone" },
  { path: "/docs/api", access: "anyone" },
  { path: "/dev/outbox", access: "anyone" },
  { path: "/dev/outbox/templates", access: "anyone" },
];

const firstSegment = (path: string) => path.split("/", 2)[1];

/** Whether the screen of a path has this access. A path below a screen belongs to that screen. */
const hasAccess = (path: string, access: Screen["access"]) =>
  SCREENS.some((screen) => screen.access === access && firstSegment(screen.path) === firstSegment(path));

/**
 * The page to redirect a visitor to; undefined when they may open this one. `session` holds the
 * claims of the cookie.
 */
export function resolveRedirect(
  path: string,
  search: string,
  session: { profileComplete: boolean } | undefined,
): string | undefined {
  if (hasAccess(path, "campus")) {
    if (!session) return `${LOGIN}?next=${encodeURIComponent(path + search)}`;
    if (!session.profileComplete) return COMPLETE_PROFILE;
  }
  if (hasAccess(path, "profile") && !session) return LOGIN;
  if (hasAccess(path, "auth") && session?.profileComplete)
    return safeRedirect(new URLSearchParams(search).get("next"));
  return undefined;
}

/** `next` if it is a path on this site, else the home feed, so that no redirect leaves the site. */
export function safeRedirect(next: string | null | undefined): string {
  if (!next || !/^\/(?![/\\])[\x21-\x7e]*$/.test(next) || next.includes("\\")) return HOME;
  const url = new URL(next, "http://here.invalid");
  // Resolving dots can leave two leading slashes (`/.//elsewhere.example`), which browsers read as
  // another host.
  const stays = url.host === "here.invalid" && !url.pathname.startsWith("//");
  return stays && !hasAccess(url.pathname, "auth") ? url.pathname + url.search : HOME;
}
