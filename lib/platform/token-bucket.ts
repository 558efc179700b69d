import "server-only";
import { LRUCache } from "lru-cache";
import { type LimitName, limitOf } from "@/lib/platform/limits";
import { tooMany } from "@/lib/platform/rate-limit";
import { sendSignal } from "@/lib/platform/signals";

/**
 * Rate limits for cheap and frequent requests: reads, and pages opened without a session. They are
 * counted in this process, without a query. A full bucket holds one window's count and refills over
 * one window, so anyone who stays below the count in every window is never limited.
 *
 * `read` is per member: a burst of 6,000, then 100 a second; no screen needs a tenth of that. A
 * list of more than ten rows counts once for each ten that are asked for. `search` is per member
 * too: a burst of 120, then two a second, as many as are typed. `mentionable` is per member too,
 * and asked after nearly every letter behind an `@`: a burst of 600, then ten a second, which is
 * quicker than anyone types. `page_network` is per site and counts pages opened without a session.
 * Thousands of people on a campus may share one address: a burst of 12,000, then 100 a second, lets
 * 3,000 of them open the landing and login pages in the same minute, again and again. `media_site`
 * is per site and counts files of the built-in media host, which are read without a session: a
 * burst of 60,000 lets 3,000 people of a campus load twenty each, then 500 a second.
 */

type Bucket = { tokens: number; at: number };

/** Past this number the least recently used are dropped, which only refills them. */
const buckets = new LRUCache<string, Bucket>({ max: 20_000 });

/**
 * Takes one use of `name` by `subject`, or one that counts as `cost`. Throws `rate_limited` (429)
 * when the bucket has too little left.
 */
export function takeToken(name: LimitName, subject: string, cost = 1): void {
  const { count, seconds } = limitOf(name);
  const key = `${name}:${subject}`;
  const now = performance.now();
  const previous = buckets.get(key);
  const refilled = previous ? previous.tokens + ((now - previous.at) / 1000) * (count / seconds) : count;
  // What costs more than a full bucket empties it; a limit of 0 allows nothing.
  const tokens = Math.min(count, refilled) - Math.max(Math.min(cost, count), 1);
  if (tokens < 0) {
    sendSignal("rejection", { limit: name });
    throw tooMany(Math.ceil((-tokens * seconds) / count));
  }
  buckets.set(key, { tokens, at: now });
}
