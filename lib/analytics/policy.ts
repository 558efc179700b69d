import { SCREENS } from "@/lib/screens";

/** The numbers of statistics, and the paths they count. */

/** The longest path that is reported. Longer than any path of the app. */
export const PATH_MAX = 2_000;

/** Characters of a browser's error that are reported. */
export const CLIENT_ERROR_LIMITS = { name: 100, message: 500, stack: 4_000 };

/** Paths as statistics store them: the screen, without ids and names. */
const PATTERNS = new Set(SCREENS.map(({ path }) => path));

/** The patterns with a parameter, by their first segment: `post` → `/post/{postId}`. */
const DETAIL_PATTERNS = new Map(
  [...PATTERNS].filter((path) => path.includes("{")).map((path) => [path.split("/", 2)[1], path]),
);

const UNKNOWN = "/other";

/**
 * The pattern of a path's route: `/profile/0190…` → `/profile/{userId}`. A path without a screen is
 * `/other`, so that neither ids nor invented paths reach the database.
 */
export function routePattern(path: string): string {
  const pathname = path.split(/[?#]/, 1)[0]?.replace(/\/+$/, "") || "/";
  if (PATTERNS.has(pathname)) return pathname;
  const [, first, id, ...further] = pathname.split("/");
  if (!id || further.length > 0) return UNKNOWN;
  return DETAIL_PATTERNS.get(first) ?? UNKNOWN;
}
