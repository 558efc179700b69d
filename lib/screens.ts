import {
  ACCESSIBILITY,
  ACCOUNT_CREATED,
  BOOKMARKS,
  COLLEGE_EMAIL,
  COMPLAINT,
  COMPLETE_PROFILE,
  COMPOSE,
  COMPOSE_OFFLINE,
  COMPOSE_ON_PHONE,
  CREATING_PROFILE,
  DECISIONS,
  EDIT_PROFILE,
  EXPLORE,
  GUIDELINES,
  HOME,
  LICENCES,
  LOGIN,
  MESSAGES,
  MODERATION,
  NOTIFICATIONS,
  OFFLINE,
  ONBOARDING,
  OWN_PROFILE,
  PASSWORD,
  PEOPLE,
  PRIVACY,
  PROFILE_PICTURE,
  REGISTER_ON_ONE_PAGE,
  SELECT_COLLEGE,
  SETTINGS,
  STUDENT_ID,
  SUSPENDED,
  TERMS,
  TRENDING,
  VERIFICATION,
} from "@/lib/paths";

/**
 * Every screen of the product. The middleware, analytics and the service worker derive their lists
 * from this one. It is not in lib/paths.ts because every page loads that file.
 */

/**
 * Who may open a screen. `campus`: people with a complete profile. `profile`: anyone signed in, to
 * complete it. `auth`: people who are signed out or whose profile is incomplete. `anyone`: no
 * restriction.
 */
type Access = "campus" | "profile" | "auth" | "anyone";

type Screen = {
  /** A parameter in braces is an id, or a name that people chose. */
  path: string;
  /** The service worker caches it for offline use. */
  offline?: true;
} & (
  | {
      access: "campus";
      /** Whether visitors are asked to log in to view posts. */
      isPostList: boolean;
    }
  | {
      access: Exclude<Access, "campus">;
      /** Search engines may show it. Nothing of the campus is. */
      isPublic?: true;
    }
);

export const SCREENS: readonly Screen[] = [
  // Members have no use for the landing page: it redirects them to the feed.
  { path: "/", access: "auth", isPublic: true },

  { path: HOME, access: "campus", isPostList: true, offline: true },
  { path: "/posts-feed", access: "campus", isPostList: true, offline: true },
  { path: "/post/{postId}", access: "campus", isPostList: false, offline: true },
  { path: "/tag/{tag}", access: "campus", isPostList: true, offline: true },
  { path: OWN_PROFILE, access: "campus", isPostList: true },
  { path: "/profile/{userId}", access: "campus", isPostList: true, offline: true },
  { path: "/profilep", access: "campus", isPostList: false },
  { path: "/user/{userId}", access: "campus", isPostList: false },
  { path: "/u/{username}", access: "campus", isPostList: false },
  { path: EDIT_PROFILE, access: "campus", isPostList: false },
  { path: SETTINGS, access: "campus", isPostList: false },
  { path: `${SETTINGS}/{group}`, access: "campus", isPostList: false },
  { path: DECISIONS, access: "campus", isPostList: false },
  { path: EXPLORE, access: "campus", isPostList: false, offline: true },
  { path: PEOPLE, access: "campus", isPostList: false, offline: true },
  { path: NOTIFICATIONS, access: "campus", isPostList: false, offline: true },
  { path: "/notifications", access: "campus", isPostList: false },
  { path: "/create-notify", access: "campus", isPostList: false },
  { path: COMPOSE, access: "campus", isPostList: true },
  { path: COMPOSE_ON_PHONE, access: "campus", isPostList: false },
  { path: COMPOSE_OFFLINE, access: "campus", isPostList: false, offline: true },
  { path: MESSAGES, access: "campus", isPostList: false, offline: true },
  { path: `${MESSAGES}/{conversationId}`, access: "campus", isPostList: false, offline: true },
  { path: BOOKMARKS, access: "campus", isPostList: true, offline: true },
  { path: TRENDING, access: "campus", isPostList: true, offline: true },
  // For the staff alone, which the page itself decides.
  { path: MODERATION, access: "campus", isPostList: false },
  { path: `${MODERATION}/{section}`, access: "campus", isPostList: false },
  { path: "/college/{section}", access: "campus", isPostList: false },

  { path: LOGIN, access: "auth" },
  { path: SELECT_COLLEGE, access: "auth" },
  { path: COLLEGE_EMAIL, access: "auth" },
  { path: VERIFICATION, access: "auth" },
  { path: REGISTER_ON_ONE_PAGE, access: "auth" },

  { path: COMPLETE_PROFILE, access: "profile" },
  { path: STUDENT_ID, access: "profile" },
  { path: CREATING_PROFILE, access: "profile" },
  { path: ACCOUNT_CREATED, access: "profile" },
  { path: SUSPENDED, access: "profile" },

  { path: PASSWORD, access: "anyone" },
  { path: PROFILE_PICTURE, access: "anyone" },
  { path: ONBOARDING, access: "anyone" },
  { path: GUIDELINES, access: "anyone", isPublic: true },
  { path: `${GUIDELINES}/hindi`, access: "anyone", isPublic: true },
  { path: PRIVACY, access: "anyone", isPublic: true },
  { path: `${PRIVACY}/hindi`, access: "anyone", isPublic: true },
  { path: TERMS, access: "anyone", isPublic: true },
  { path: `${TERMS}/hindi`, access: "anyone", isPublic: true },
  { path: ACCESSIBILITY, access: "anyone", isPublic: true },
  { path: LICENCES, access: "anyone" },
  { path: COMPLAINT, access: "anyone", isPublic: true },
  { path: OFFLINE, access: "anyone" },
  { path: "/up", access: "anyone" },
  { path: "/test", access: "anyone" },
  { path: "/docs/api", access: "anyone" },
  { path: "/dev/outbox", access: "anyone" },
  { path: "/dev/outbox/templates", access: "anyone" },
];

const firstSegment = (path: string) => path.split("/", 2)[1];

/** Whether the screen of a path has this access. A path below a screen belongs to that screen. */
const hasAccess = (path: string, access: Access) =>
  SCREENS.some((screen) => screen.access === access && firstSegment(screen.path) === firstSegment(path));

/** Whether the screen of a path is a list of posts. */
export const isPostList = (path: string): boolean =>
  SCREENS.some(
    (screen) =>
      screen.access === "campus" && screen.isPostList && firstSegment(screen.path) === firstSegment(path),
  );

/** The paths that search engines may show: of the landing page and the legal documents. */
export const PUBLIC_PATHS: readonly string[] = SCREENS.flatMap((screen) =>
  "isPublic" in screen ? [screen.path] : [],
);

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
  return lowerCasePath(path)?.concat(search);
}

/**
 * The screen that a path with capital letters means (`/MainFeed`). Ids and names stay as they are.
 */
function lowerCasePath(path: string): string | undefined {
  const [, first = "", ...rest] = path.split("/");
  const lower = first.toLowerCase();
  const isScreen = SCREENS.some((screen) => firstSegment(screen.path) === lower);
  return first !== lower && isScreen ? `/${[lower, ...rest].join("/")}` : undefined;
}

/** `next` if it is a path on this site, else the home feed, so that no redirect leaves the site. */
export function safeRedirect(next: string | null | undefined): string {
  if (!next || !/^\/(?![/\\])[\x21-\x7e]*$/.test(next) || next.includes("\\")) return HOME;
  const url = new URL(next, "http://here.invalid");
  // Resolving dots can leave two leading slashes (`/.//elsewhere.example`), which browsers read as
  // another host.
  const stays = url.host === "here.invalid" && !url.pathname.startsWith("//");
  return stays && !hasAccess(url.pathname, "auth") ? url.pathname + url.search + url.hash : HOME;
}
