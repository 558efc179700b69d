import * as z from "zod";
import { multilineText } from "@/lib/api/fields";
import { idParam } from "@/lib/api/pagination";
import {
  isNoticeDay,
  NOTICE_DAYS_MAX,
  NOTICE_EMPTY,
  NOTICE_MAX,
  NOTICE_TOO_LONG,
  NOTICE_UNTIL_RANGE,
} from "@/lib/notices/policy";

const NOTICE_DAYS_RANGE = `A notice runs for 1 to ${NOTICE_DAYS_MAX} days.`;

/** A notice as everyone reads it on top of their feed. */
const noticeSchema = z
  .object({
    _id: z.string(),
    text: z.string(),
    createdAt: z.string(),
    authorName: z.string(),
  })
  .meta({ id: "Notice" });
export type Notice = z.infer<typeof noticeSchema>;

export const currentNoticeAnswer = z.object({ notice: noticeSchema.nullable() });

/** A notice as the staff see it. */
const sentNoticeSchema = z
  .object({
    _id: z.string(),
    text: z.string(),
    createdAt: z.string(),
    endsAt: z.string().nullable(),
    isRunning: z.boolean(),
    /** Who sent it; null once that account is deleted. */
    authorName: z.string().nullable(),
    seenCount: z.int(),
    dismissedCount: z.int(),
  })
  .meta({ id: "SentNotice" });
export type SentNotice = z.infer<typeof sentNoticeSchema>;

export const noticeParams = z.object({ noticeId: idParam });
export const newNoticeBody = z
  .strictObject({
    text: multilineText({
      min: 1,
      max: NOTICE_MAX,
      tooShort: NOTICE_EMPTY,
      tooLong: NOTICE_TOO_LONG,
    }),
    days: z.int().min(1, NOTICE_DAYS_RANGE).max(NOTICE_DAYS_MAX, NOTICE_DAYS_RANGE).optional(),
    /** Through this day in the colleges' time zone, instead of some days. */
    until: z.iso.date("Please give the day as 2026-11-25.").optional(),
  })
  .check(
    z.refine(({ days, until }) => days === undefined || until === undefined, {
      path: ["until"],
      message: "A notice runs for some days or until a day, not both.",
    }),
    z.refine(({ until }) => until === undefined || isNoticeDay(until), {
      path: ["until"],
      message: NOTICE_UNTIL_RANGE,
    }),
  );
export type NewNoticeBody = z.output<typeof newNoticeBody>;

export const sentNoticeAnswer = z.object({ notice: sentNoticeSchema });
export const sentNoticesAnswer = z.object({ notices: z.array(sentNoticeSchema) });
export type SentNoticesAnswer = z.infer<typeof sentNoticesAnswer>;
