/** Paths as statistics may know them: the screen, never whose or which. Pure. */

/** The screens whose address is always the same. */
const SCREENS = new Set([
  "/",
  "/account-creation-complete-page",
  "/add-profile-picture-page",
  "/bookmarks",
  "/create-notify",
  "/create-post",
  "/create-post-modal",
  "/create-post-modal-mobile",
  "/creating-profile-page",
  "/dev/outbox",
  "/dev/outbox/templates",
  "/edit-profile",
  "/enter-college-email-page",
  "/enter-name-page",
  "/enter-password-page",
  "/enter-student-id",
  "/login-page",
  "/mainfeed",
  "/messages",
  "/notify",
  "/offline",
  "/onboarding-guide-page",
  "/posts-feed",
  "/profile",
  "/profilep",
  "/search-users",
  "/select-college-page",
  "/settings",
  "/test",
  "/testregister",
  "/trending",
  "/up",
  "/verification-page",
]);

/** Screens of one thing: what follows the first part is an id, or what somebody wrote. */
const SCREENS_OF_ONE: Record<string, string> = {
  post: "/post/{postId}",
  profile: "/profile/{userId}",
  tag: "/tag/{tag}",
  u: "/u/{username}",
  user: "/user/{userId}",
};

const UNKNOWN = "/other";

/**
 * The pattern of a path's route: `/profile/0190…` → `/profile/{userId}`. Whatever is no screen of ours is `/other`, so
 * that neither ids nor invented paths ever reach the database.
 */
export function routePattern(path: string): string {
  const plain = path.split(/[?#]/, 1)[0]?.replace(/\/+$/, "") || "/";
  if (SCREENS.has(plain)) return plain;
  const [, first = "", id, ...rest] = plain.split("/");
  if (!id || rest.length > 0) return UNKNOWN;
  return Object.hasOwn(SCREENS_OF_ONE, first) ? (SCREENS_OF_ONE[first] ?? UNKNOWN) : UNKNOWN;
}
