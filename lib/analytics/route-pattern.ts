import { SCREENS } from "@/lib/screens";

/** Paths as statistics may know them: the screen, never whose or which. */

const PATTERNS = new Set(SCREENS.map(({ path }) => path));

/** The patterns of screens about one thing, by their first part: `post` → `/post/{postId}`. */
const DETAIL_PATTERNS = new Map(
  [...PATTERNS].filter((path) => path.includes("{")).map((path) => [path.split("/", 2)[1], path]),
);

const UNKNOWN = "/other";

/**
 * The pattern of a path's route: `/profile/0190…` → `/profile/{userId}`. Everything that is not a
 * screen of ours is `/other`, so that neither ids nor invented paths ever reach the database.
 */
export function routePattern(path: string): string {
  const plain = path.split(/[?#]/, 1)[0]?.replace(/\/+$/, "") || "/";
  if (PATTERNS.has(plain)) return plain;
  const [, first, id, ...rest] = plain.split("/");
  if (!id || rest.length > 0) return UNKNOWN;
  return DETAIL_PATTERNS.get(first) ?? UNKNOWN;
}
