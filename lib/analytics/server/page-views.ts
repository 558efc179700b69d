import "server-only";
import { routePattern } from "@/lib/analytics/policy";
import { VIEW_DAYS, type ViewsOfDay } from "@/lib/analytics/schema";
import { cacheFor } from "@/lib/platform/cache";
import { siteOf } from "@/lib/platform/client-network";
import { ago } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { takeLimit } from "@/lib/platform/rate-limit";

/**
 * Counts one view of a screen today (UTC). It stores the route's pattern, the day and a number: no
 * person, no cookie, no IP address. Views over the rate limit are silently left out.
 */
export async function countPageView(path: string, ip: string): Promise<void> {
  if (!(await isWithinLimit(ip))) return;
  const screen = { path: routePattern(path), day: new Date() };
  await db().pageView.upsert({
    where: { day_path: screen },
    create: { ...screen, count: 1 },
    update: { count: { increment: 1 } },
  });
}

async function isWithinLimit(ip: string): Promise<boolean> {
  try {
    await takeLimit("page_view", siteOf(ip));
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === "rate_limited") return false;
    throw error;
  }
}

/** How long the counts are cached: /up is public, and its traffic must not reach the database. */
const CACHE_MS = 60_000;

export const recentViews = cacheFor(CACHE_MS, countDays);

/**
 * The views of each of the last 14 days, oldest first, today (UTC) last, zero for a day without
 * views. At most a minute old. Undefined when the database does not answer, because the status page
 * has to work then too.
 */
export async function viewsOfRecentDays(): Promise<ViewsOfDay[] | undefined> {
  try {
    return await recentViews();
  } catch (error) {
    log().warn({ err: error }, "page views could not be read");
    return undefined;
  }
}

async function countDays(): Promise<ViewsOfDay[]> {
  const days = Array.from({ length: VIEW_DAYS }, (_, index) => dayOf(ago(VIEW_DAYS - 1 - index, "days")));
  const groups = await db().pageView.groupBy({
    by: ["day"],
    where: { day: { gte: ago(VIEW_DAYS - 1, "days") } },
    _sum: { count: true },
  });
  const views = new Map(groups.map(({ day, _sum }) => [dayOf(day), _sum.count ?? 0]));
  return days.map((day) => ({ day, views: views.get(day) ?? 0 }));
}

/** The day of a time in UTC: `2026-11-22`. */
const dayOf = (time: Date) => time.toISOString().slice(0, 10);
