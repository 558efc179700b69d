import * as z from "zod";

/** Longer than any path of the app. Longer ones are rejected. */
const PATH_MAX = 2_000;

/** A screen was viewed: its path, and nothing about the visitor. */
export const pageViewBody = z.strictObject({
  path: z.string().max(PATH_MAX).startsWith("/", "path must begin with a slash."),
});

/** How many days of page views the status page shows, including today. */
export const VIEW_DAYS = 14;

/** The page views of one day (UTC, `2026-11-21`), all screens together. */
export type ViewsOfDay = { day: string; views: number };
