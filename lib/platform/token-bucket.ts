import "server-only";
import { type LimitName, limitOf, tooMany } from "@/lib/platform/rate-limit";

/**
 * Limits of what is cheap and frequent: reading, and pages for people nobody knows. They are
 * counted in this process and without a query. A full bucket holds a window's count, and fills
 * again in the course of one window, so whoever stays below the count in every window never meets
 * it.
 *
 * `read` is per member: 6,000 at once and 100 a second from then on; no screen asks a tenth of
 * that. `page_network` is per network and counts pages opened without a session. A campus behind
 * one address may be thousands: 12,000 at once and 100 a second from then on let 3,000 people open
 * the entrance and the login in the same minute, again and again.
 */

type Bucket = { tokens: number; at: number };

/** Those used last stand last. */
const buckets = new Map<string, Bucket>();
/** Beyond so many the ones longest unused are forgotten, which only fills them. */
const BUCKETS_MAX = 20_000;

/** Takes one use of `name` by `subject`. Throws `rate_limited` (429) when the bucket is empty. */
export function takeToken(name: LimitName, subject: string): void {
  const { count, seconds } = limitOf(name);
  const key = `${name}:${subject}`;
  const now = performance.now();
  const known = buckets.get(key);
  const refilled = known ? known.tokens + ((now - known.at) / 1000) * (count / seconds) : count;
  const tokens = Math.min(count, refilled) - 1;
  if (tokens < 0) throw tooMany(Math.ceil((-tokens * seconds) / count));
  buckets.delete(key);
  buckets.set(key, { tokens, at: now });
  if (buckets.size > BUCKETS_MAX) {
    const [oldest = ""] = buckets.keys();
    buckets.delete(oldest);
  }
}
