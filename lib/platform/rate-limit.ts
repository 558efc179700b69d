import "server-only";
import { ApiError } from "@/lib/api/errors";
import { db } from "@/lib/platform/db";
import { rawSetting } from "@/lib/platform/env";

/**
 * Limits, kept in PostgreSQL so that every instance shares them. Reads are not limited and make no query
 * here. Each can be tuned with `LIMIT_<NAME>=<count>/<seconds>`, for example `LIMIT_LIKE=2000/300`.
 */

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Count and window in seconds; the numbers are the promises the product makes (README, "Limits"). */
const LIMITS = {
  code_address: [5, 15 * MINUTE],
  code_address_day: [20, 24 * HOUR],
  code_ip: [300, HOUR],
  code_failures_ip: [200, 10 * MINUTE],
  code_failures_account: [20, HOUR],
  unknown_address_ip: [30, 10 * MINUTE],
  register_ip: [300, HOUR],
  google_ip: [300, 10 * MINUTE],
  refresh_ip: [1200, 10 * MINUTE],
  like: [1000, 5 * MINUTE],
  follow: [300, 5 * MINUTE],
  post: [60, 10 * MINUTE],
  comment: [120, 5 * MINUTE],
  search: [120, MINUTE],
  upload: [60, 30 * MINUTE],
  notify: [30, HOUR],
  push: [60, HOUR],
  share: [300, 5 * MINUTE],
  export: [10, HOUR],
  write: [600, 5 * MINUTE],
  page_view: [600, 5 * MINUTE],
} as const satisfies Record<string, readonly [count: number, seconds: number]>;

export type LimitName = keyof typeof LIMITS;
export const LIMIT_NAMES = Object.keys(LIMITS) as LimitName[];

type Window = { count: number; seconds: number };

/** The limit in force: the table's, or the environment's. Throws when the environment's is malformed. */
export function limitOf(name: LimitName): Window {
  const [count, seconds] = LIMITS[name];
  const setting = rawSetting(`LIMIT_${name.toUpperCase()}`);
  if (!setting) return { count, seconds };
  const match = /^(\d{1,9})\/(\d{1,6})$/.exec(setting.trim());
  if (!match) throw new Error(`LIMIT_${name.toUpperCase()} must look like 100/60 (count/seconds).`);
  return { count: Number(match[1]), seconds: Math.max(1, Number(match[2])) };
}

/**
 * Counts one use of `name` by `subject` (an id, a lower-case address or an IP).
 * Throws `rate_limited` (429 with `Retry-After` in whole seconds) once the window is used up.
 */
export async function takeLimit(name: LimitName, subject: string): Promise<void> {
  const limit = limitOf(name);
  const rows = await db().$queryRaw<{ count: number; seconds_left: number }[]>`
    INSERT INTO rate_limits AS r (key, count, expires_at)
    VALUES (${`${name}:${subject}`}, 1, now() + make_interval(secs => ${limit.seconds}))
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN r.expires_at <= now() THEN 1 ELSE r.count + 1 END,
      expires_at = CASE WHEN r.expires_at <= now() THEN excluded.expires_at ELSE r.expires_at END
    RETURNING count, ceil(extract(epoch FROM expires_at - now()))::int AS seconds_left`;
  const row = rows[0];
  if (row && row.count > limit.count) throw tooMany(row.seconds_left);
}

/**
 * Throws `rate_limited` when `subject` has used `name` up, without counting: for limits on failures,
 * which are counted with `takeLimit` only once the failure is known.
 */
export async function refuseOverLimit(name: LimitName, subject: string): Promise<void> {
  const secondsLeft = await secondsOverLimit(name, subject);
  if (secondsLeft > 0) throw tooMany(secondsLeft);
}

/** Seconds until `subject` may do `name` again; 0 when it may now. Counts nothing. */
export async function secondsOverLimit(name: LimitName, subject: string): Promise<number> {
  const rows = await db().$queryRaw<{ count: number; seconds_left: number }[]>`
    SELECT count, ceil(extract(epoch FROM expires_at - now()))::int AS seconds_left
    FROM rate_limits WHERE key = ${`${name}:${subject}`} AND expires_at > now()`;
  const row = rows[0];
  return row && row.count >= limitOf(name).count ? Math.max(1, row.seconds_left) : 0;
}

/** Forgets windows that are over. Returns how many. */
export async function sweepLimits(): Promise<number> {
  return db().$executeRaw`DELETE FROM rate_limits WHERE expires_at < now() - interval '1 hour'`;
}

function tooMany(seconds: number): ApiError {
  const wait = Math.max(1, seconds);
  return new ApiError("rate_limited", `That was a bit fast. Please try again in ${inWords(wait)}.`, {
    headers: { "Retry-After": String(wait) },
  });
}

function inWords(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
