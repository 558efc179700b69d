import "server-only";
import { LRUCache } from "lru-cache";
import { limitOf } from "@/lib/platform/limits";
import { countUses, rejectOver } from "@/lib/platform/rate-limit";
import type { UserListItem } from "@/lib/profiles/schema";
import type { Viewer } from "@/lib/sessions/server/access";

/**
 * The limit `people_seen`: how many different people of lists and searches someone sees in a day,
 * so that no list, nor all of them together, can be copied. The process counts, and updates the
 * database a fortieth of the limit at a time, so that most reads cost no query. Each instance may
 * be that much behind.
 */

const STEPS = 40;
/** Viewer and person. Of more pairs, the least recently used are dropped, and count again. */
const seen = new LRUCache<string, true>({ max: 200_000 });
/** How many people a viewer has seen since the database was last updated. */
const untold = new LRUCache<string, number>({ max: 20_000 });

const WORDING = "You have looked at very many people today. You can see others";

type Seen = Pick<UserListItem, "_id"> & { isInCircle?: boolean };

/**
 * Counts the `people` the viewer has not seen today. They themselves and whom they have
 * joined do not count. Throws `rate_limited` past the limit; people seen before are still shown.
 */
export async function countPeopleSeen(viewer: Viewer, people: readonly Seen[]): Promise<void> {
  const { count, seconds } = limitOf("people_seen");
  const step = Math.ceil(count / STEPS);
  const pairs = people
    .filter(({ _id, isInCircle = false }) => _id !== viewer.id && !isInCircle)
    .map(({ _id }) => `${viewer.id} ${_id}`)
    .filter((pair) => !seen.has(pair));
  if (pairs.length === 0) return;
  const total = (untold.get(viewer.id) ?? 0) + pairs.length;
  untold.set(viewer.id, total < step ? total : 0);
  if (total >= step) {
    const states = await countUses([["people_seen", viewer.id, total]]);
    // The next call asks again: once the limit is used up, that costs no query.
    if (states.some(({ isOver }) => isOver)) untold.set(viewer.id, step);
    rejectOver(states, WORDING);
  }
  for (const pair of pairs) seen.set(pair, true, { ttl: seconds * 1000 });
}
