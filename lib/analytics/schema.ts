import * as z from "zod";

/** Long enough for any address of ours; more is cut off by nobody and refused. */
const PATH_MAX = 2_000;

/** A screen was seen: its path and nothing of who saw it. */
export const pageViewBody = z.strictObject({
  path: z.string().max(PATH_MAX).startsWith("/", "path must begin with a slash."),
});

/** How many days the status page looks back, today included. */
export const VIEW_DAYS = 14;

/** How often screens were looked at on one day (UTC, `2026-11-21`), all screens together. */
export type ViewsOfDay = { day: string; views: number };
