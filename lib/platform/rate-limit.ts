import "server-only";
import { LRUCache } from "lru-cache";
import { ago } from "@/lib/platform/clock";
import { db, type Tx } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { type LimitName, limitOf } from "@/lib/platform/limits";
import { sendSignal } from "@/lib/platform/signals";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * Rate limits, stored in PostgreSQL so that all instances share them; limits of reads and pages are
 * counted in the process instead (token-bucket.ts).
 */

/** Uses of a limit, one by default, by a subject: an id, a keyed hash or a network address. */
export type Use = readonly [name: LimitName, subject: string, amount?: number];

/**
 * The state of a limit after a use. `isFirst` is true for the first use of a window, `isFirstOver`
 * for the first past the limit.
 */
export type LimitState = {
  name: LimitName;
  isFirst: boolean;
  isOver: boolean;
  isFirstOver: boolean;
  secondsLeft: number;
};

const keyOf = ([name, subject]: Use) => `${name}:${subject}`;

/**
 * When each used-up window ends, by this process's clock. A used-up window stays so until its end,
 * so this cache spares a flood of requests any query, and no database row becomes a hot spot.
 */
const exceeded = new LRUCache<string, { until: number; limit: number }>({ max: 50_000 });

function cachedExcess(use: Use): LimitState | undefined {
  const cached = exceeded.get(keyOf(use));
  if (cached?.limit !== limitOf(use[0]).count) return undefined;
  return {
    name: use[0],
    isFirst: false,
    isOver: true,
    isFirstOver: false,
    secondsLeft: Math.ceil((cached.until - Date.now()) / 1000),
  };
}

function cacheExcess(use: Use, msLeft: number): void {
  const excess = { until: Date.now() + msLeft, limit: limitOf(use[0]).count };
  // A `ttl` of 0 would be for good.
  if (msLeft > 0) exceeded.set(keyOf(use), excess, { ttl: msLeft });
}

type WindowRow = { key: string; count: number; msLeft: number };

const windowColumns = Prisma.sql`key, count, ceil(extract(epoch FROM expires_at - now()) * 1000)::float8 AS "msLeft"`;

/** Counts uses of several limits in one statement and returns their states. */
export async function countUses(uses: Use[]): Promise<LimitState[]> {
  const cached = uses.map(cachedExcess);
  const uncached = uses.filter((_, index) => !cached[index]);
  const rows = uncached.length === 0 ? [] : await upsert(uncached);
  return uses.map((use, index) => {
    const row = rows.find(({ key }) => key === keyOf(use));
    const [name, , amount = 1] = use;
    if (!row)
      return cached[index] ?? { name, isFirst: false, isOver: false, isFirstOver: false, secondsLeft: 0 };
    const { count } = limitOf(name);
    const isOver = row.count > count;
    if (isOver) cacheExcess(use, row.msLeft);
    return {
      name,
      isFirst: row.count === amount,
      isOver,
      isFirstOver: isOver && row.count - amount <= count,
      secondsLeft: Math.max(1, Math.ceil(row.msLeft / 1000)),
    };
  });
}

async function upsert(uses: Use[]): Promise<WindowRow[]> {
  const keys = uses.map(keyOf);
  const amounts = uses.map(([, , amount = 1]) => amount);
  const seconds = uses.map(([name]) => limitOf(name).seconds);
  // Ordered by key, so that two statements cannot deadlock. It does not wait for the disk: should
  // the database's machine fail, the counts of its last moment may be lost.
  return db().sql<WindowRow>`
    INSERT INTO rate_limits AS r (key, count, expires_at)
    SELECT u.key, u.amount, now() + make_interval(secs => u.seconds)
    FROM set_config('synchronous_commit', 'off', true),
      unnest(${keys}::text[], ${amounts}::int[], ${seconds}::int[]) AS u (key, amount, seconds)
    ORDER BY u.key
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN r.expires_at <= now() THEN excluded.count ELSE r.count + excluded.count END,
      expires_at = CASE WHEN r.expires_at <= now() THEN excluded.expires_at ELSE r.expires_at END
    RETURNING ${windowColumns}`;
}

/**
 * Counts one use of `name` by `subject`. Throws `rate_limited` (429 with `Retry-After` in whole
 * seconds) once the window is used up.
 */
export async function takeLimit(name: LimitName, subject: string): Promise<void> {
  await takeLimits([[name, subject]]);
}

/**
 * Like `takeLimit`, for several limits at once; throws when any of them is used up. `wording` as in
 * `tooMany`.
 */
export async function takeLimits(uses: Use[], wording?: string): Promise<void> {
  rejectOver(await countUses(uses), wording);
}

/**
 * Counts as many of `wanted` uses as all of these limits still allow, in the caller's transaction,
 * with which they are undone. Returns how many.
 */
export async function countAllowed(tx: Tx, uses: Use[], wanted: number): Promise<number> {
  if (wanted === 0) return 0;
  const keys = uses.map(keyOf);
  const seconds = uses.map(([name]) => limitOf(name).seconds);
  // Locks the windows, in the order of their keys, so that two transactions cannot deadlock.
  const windows = await tx.sql<{ key: string; count: number }>`
    INSERT INTO rate_limits AS r (key, count, expires_at)
    SELECT u.key, 0, now() + make_interval(secs => u.seconds)
    FROM unnest(${keys}::text[], ${seconds}::int[]) AS u (key, seconds) ORDER BY u.key
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN r.expires_at <= now() THEN 0 ELSE r.count END,
      expires_at = CASE WHEN r.expires_at <= now() THEN excluded.expires_at ELSE r.expires_at END
    RETURNING key, count`;
  const left = uses.map((use) => {
    const used = windows.find(({ key }) => key === keyOf(use))?.count ?? 0;
    return { name: use[0], left: Math.max(0, limitOf(use[0]).count - used) };
  });
  for (const limit of left) if (limit.left < wanted) sendSignal("rejection", { limit: limit.name });
  const allowed = Math.min(wanted, ...left.map((limit) => limit.left));
  if (allowed > 0)
    await tx.rateLimit.updateMany({ where: { key: { in: keys } }, data: { count: { increment: allowed } } });
  return allowed;
}

/** Throws `rate_limited` with the longest wait when any limit is exceeded. */
export function rejectOver(states: LimitState[], wording?: string): void {
  const over = states.filter(({ isOver }) => isOver);
  for (const { name } of over) sendSignal("rejection", { limit: name });
  if (over.length > 0) throw tooMany(Math.max(...over.map(({ secondsLeft }) => secondsLeft)), wording);
}

/** Refunds uses that came to nothing, such as a mail that the service rejected. */
export async function refundUses(uses: Use[]): Promise<void> {
  const keys = uses.map(keyOf);
  for (const key of keys) exceeded.delete(key);
  await db().sql`
    UPDATE rate_limits SET count = greatest(count - 1, 0)
    WHERE key IN (SELECT key FROM rate_limits WHERE key = ANY(${keys}::text[]) ORDER BY key FOR UPDATE)`;
}

/** Seconds until `subject` may do `name` again; 0 if it may now. Counts nothing. */
export async function secondsOverLimit(name: LimitName, subject: string): Promise<number> {
  return (await secondsOverLimits([[name, subject]]))[0] ?? 0;
}

/** Like `secondsOverLimit`, for several limits at once. */
export async function secondsOverLimits(uses: Use[]): Promise<number[]> {
  const cached = uses.map(cachedExcess);
  const uncached = uses.filter((_, index) => !cached[index]).map(keyOf);
  const rows =
    uncached.length === 0
      ? []
      : await db().sql<WindowRow>`
          SELECT ${windowColumns}
          FROM rate_limits WHERE key = ANY(${uncached}::text[]) AND expires_at > now()`;
  return uses.map((use, index) => {
    const row = rows.find(({ key }) => key === keyOf(use));
    if (!row) return cached[index]?.secondsLeft ?? 0;
    if (row.count < limitOf(use[0]).count) return 0;
    return Math.max(1, Math.ceil(row.msLeft / 1000));
  });
}

/** Clears the cache of used-up windows. For tests that change the table. */
export function clearExceededLimits(): void {
  exceeded.clear();
}

/** Deletes expired windows. Returns how many. */
export async function sweepLimits(): Promise<number> {
  return (await db().rateLimit.deleteMany({ where: { expiresAt: { lt: ago(1, "hours") } } })).count;
}

/** The error for a used-up limit. Its message is `wording`, followed by how long to wait. */
export function tooMany(
  seconds: number,
  wording = "You're doing that too often. Please try again",
): ApiError {
  const wait = Math.max(1, seconds);
  const message = `${wording} in ${durationText(wait)}.`;
  return new ApiError("rate_limited", message, { headers: { "Retry-After": String(wait) } });
}

function durationText(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  const hours = Math.ceil(minutes / 60);
  if (hours > 48) return `${Math.ceil(hours / 24)} days`;
  return minutes < 90 ? `${minutes} minutes` : `${hours} hours`;
}
