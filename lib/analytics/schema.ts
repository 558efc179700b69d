import * as z from "zod";
import { CLIENT_ERROR_LIMITS, PATH_MAX } from "@/lib/analytics/policy";

const pathField = z.string().max(PATH_MAX).startsWith("/", "path must begin with a slash.");

/** A screen was viewed: its path, and nothing about the visitor. */
export const pageViewBody = z.strictObject({
  path: pathField,
});

/** An error in a browser, under the reference that its screen shows. */
export const clientErrorBody = z.strictObject({
  reference: z.uuid(),
  name: z.string().max(CLIENT_ERROR_LIMITS.name),
  message: z.string().max(CLIENT_ERROR_LIMITS.message),
  stack: z.string().max(CLIENT_ERROR_LIMITS.stack),
  path: pathField,
});

/** How many days of page views the status page shows, including today. */
export const VIEW_DAYS = 14;

/** The page views of one day (UTC, `2026-11-21`), all screens together. */
export type ViewsOfDay = { day: string; views: number };
