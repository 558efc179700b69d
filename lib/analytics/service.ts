import "server-only";
import { VIEW_DAYS, type ViewsOfDay } from "@/lib/analytics/contract";
import { routePattern } from "@/lib/analytics/route-pattern";
import { ApiError } from "@/lib/api/errors";
import { db } from "@/lib/platform/db";
import { hold } from "@/lib/platform/hold";
import { log } from "@/lib/platform/log";
import { takeLimit } from "@/lib/platform/rate-limit";

/**
 * Counts one view of a screen today (UTC). Kept are the route's pattern, the day and a number: no person, no cookie, no
 * address. Who sends more than anybody could look at is not counted, and not told.
 */
export async function countPageView(path: string, ip: string): Promise<void> {
  if (!(await mayCount(ip))) return;
  await db().$executeRaw`
    INSERT INTO page_views AS v (path, day, count) VALUES (${routePattern(path)}, (now() AT TIME ZONE 'UTC')::date, 1)
    ON CONFLICT (path, day) DO UPDATE SET count = v.count + 1`;
}

async function mayCount(ip: string): Promise<boolean> {
  try {
    await takeLimit("page_view", ip);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === "rate_limited") return false;
    throw error;
  }
}

/** How long the numbers hold, in milliseconds: /up is open to everyone, and must not pass its traffic on. */
const HOLDS_MS = 60_000;

export const recentViews = hold(HOLDS_MS, countDays);

/**
 * The views of each of the last 14 days, the oldest first and today (UTC) last, days without a view as zero. At most a
 * minute old. Undefined when the database does not tell: the page that shows them is read precisely then.
 */
export async function viewsOfRecentDays(): Promise<ViewsOfDay[] | undefined> {
  try {
    return await recentViews();
  } catch (error) {
    log().warn({ err: error }, "page views could not be read");
    return undefined;
  }
}

function countDays(): Promise<ViewsOfDay[]> {
  // float8, because sums are bigint, which has no place in JavaScript's numbers; exact up to 2^53.
  return db().$queryRaw`
    WITH days AS (
      SELECT ((now() AT TIME ZONE 'UTC')::date - back) AS day FROM generate_series(0, ${VIEW_DAYS - 1}::int) AS back
    )
    SELECT to_char(days.day, 'YYYY-MM-DD') AS day, coalesce(sum(v.count), 0)::float8 AS views
    FROM days LEFT JOIN page_views v ON v.day = days.day
    GROUP BY days.day ORDER BY days.day`;
}
