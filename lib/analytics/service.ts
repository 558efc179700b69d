import "server-only";
import { routePattern } from "@/lib/analytics/route-pattern";
import { ApiError } from "@/lib/api/errors";
import { db } from "@/lib/platform/db";
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
