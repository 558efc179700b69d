import "server-only";
import { routePattern } from "@/lib/analytics/route-pattern";
import { VIEW_DAYS, type ViewsOfDay } from "@/lib/analytics/schema";
import { cacheFor } from "@/lib/platform/cache-for";
import { ago } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { takeLimit } from "@/lib/platform/rate-limit";

/**
 * Counts one view of a screen today (UTC). Kept are the route's pattern, the day and a number: no
 * person, no cookie, no address. Who sends more than anybody could look at is not counted, and not
 * told.
 */
export async function countPageView(path: string, ip: string): Promise<void> {
  if (!(await mayCount(ip))) return;
  const screen = { path: routePattern(path), day: new Date() };
  await db().pageView.upsert({
    where: { path_day: screen },
    create: { ...screen, count: 1 },
    update: { count: { increment: 1 } },
  });
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

/**
 * How long the numbers hold, in milliseconds: /up is open to everyone, and must not pass its
 * traffic on.
 */
const HOLDS_MS = 60_000;

export const recentViews = cacheFor(HOLDS_MS, countDays);

/**
 * The views of each of the last 14 days, the oldest first and today (UTC) last, days without a view
 * as zero. At most a minute old. Undefined when the database does not tell: the page that shows
 * them is read precisely then.
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
  const counted = await db().pageView.groupBy({
    by: ["day"],
    where: { day: { gte: ago(VIEW_DAYS - 1, "days") } },
    _sum: { count: true },
  });
  const views = new Map(counted.map(({ day, _sum }) => [dayOf(day), _sum.count ?? 0]));
  return days.map((day) => ({ day, views: views.get(day) ?? 0 }));
}

/** A time's day (UTC): `2026-11-22`. */
const dayOf = (time: Date) => time.toISOString().slice(0, 10);
