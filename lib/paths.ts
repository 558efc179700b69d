/** Which page a visitor belongs on (contract §3). Pure: middleware.ts asks, with the cookie's claims. */

/** Screens for signed-in people with a complete profile. */
const CAMPUS = [
  "/mainfeed",
  "/posts-feed",
  "/post",
  "/tag",
  "/profile",
  "/profilep",
  "/user",
  "/u",
  "/edit-profile",
  "/settings",
  "/search-users",
  "/notify",
  "/notifications",
  "/create-notify",
  "/create-post",
  "/create-post-modal",
  "/create-post-modal-mobile",
  "/messages",
  "/bookmarks",
  "/trending",
];

export const HOME = "/mainfeed";

/** The steps of signing in and up, in their order. */
export const LOGIN = "/login-page";
export const SELECT_COLLEGE = "/select-college-page";
export const COLLEGE_EMAIL = "/enter-college-email-page";
export const VERIFICATION = "/verification-page";
/** The same step without a code. */
export const PASSWORD_LOGIN = `${VERIFICATION}?with=password`;
export const COMPLETE_PROFILE = "/enter-name-page";
export const STUDENT_ID = "/enter-student-id";
export const PASSWORD = "/enter-password-page";
export const PROFILE_PICTURE = "/add-profile-picture-page";
export const CREATING_PROFILE = "/creating-profile-page";
export const ACCOUNT_CREATED = "/account-creation-complete-page";
export const ONBOARDING = "/onboarding-guide-page";
export const REGISTER_ON_ONE_PAGE = "/testregister";

/** Screens that finish a profile: a session is needed, a complete profile is not. */
const COMPLETING = [COMPLETE_PROFILE, STUDENT_ID, CREATING_PROFILE, ACCOUNT_CREATED];

/** Screens of signing in and up that a person with a complete profile has no use for. */
const ENTRANCE = [LOGIN, SELECT_COLLEGE, COLLEGE_EMAIL, VERIFICATION, REGISTER_ON_ONE_PAGE];

const isUnder = (path: string, roots: string[]) =>
  roots.some((root) => path === root || path.startsWith(`${root}/`));

/** Where to send a visitor instead; undefined when the page is theirs. */
export function decidePage(
  path: string,
  search: string,
  session: { profileComplete: boolean } | undefined,
): string | undefined {
  if (isUnder(path, CAMPUS)) {
    if (!session) return `${LOGIN}?next=${encodeURIComponent(path + search)}`;
    if (!session.profileComplete) return COMPLETE_PROFILE;
  }
  if (isUnder(path, COMPLETING) && !session) return LOGIN;
  if (isUnder(path, ENTRANCE) && session?.profileComplete)
    return nextOr(new URLSearchParams(search).get("next"));
  return undefined;
}

/** `next` when it is a path on this site, else the home feed: no redirect leaves the site. */
export function nextOr(next: string | null | undefined): string {
  if (!next || !/^\/(?![/\\])[\x21-\x7e]*$/.test(next) || next.includes("\\")) return HOME;
  const url = new URL(next, "http://here.invalid");
  // Resolving dots can leave two slashes in front (`/.//elsewhere.example`), which browsers read as another site.
  const stays = url.host === "here.invalid" && !url.pathname.startsWith("//");
  return stays && !isUnder(url.pathname, ENTRANCE) ? url.pathname + url.search : HOME;
}
