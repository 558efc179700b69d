import { isoDay } from "@/lib/time/relative-time";

/** The numbers and sentences of notices (docs/product.md, Notices). */

export const NOTICE_MAX = 280;
export const NOTICE_DAYS_MAX = 30;
/** How long a notice runs unless its sender chooses. */
export const NOTICE_DAYS = 7;
/** For how long its sender can choose, in days; or until a day. */
export const NOTICE_DAYS_CHOICES = [1, 3, 7, 14] as const;
export const NOTICE_UNTIL_RANGE = `A notice runs at least until today, and at most ${NOTICE_DAYS_MAX} days.`;

/** The last day until which a notice can run. */
export const lastNoticeDay = (now = Date.now()): string =>
  isoDay(new Date(now + NOTICE_DAYS_MAX * 86_400_000));

/** Whether a notice can run until this day. */
export const isNoticeDay = (day: string, now = Date.now()): boolean =>
  day >= isoDay(new Date(now)) && day <= lastNoticeDay(now);

export const NOTICE_EMPTY = "Please write a notice.";
export const NOTICE_TOO_LONG = `Please keep the notice to ${NOTICE_MAX} characters.`;

/** How many notices the staff see, the latest first. */
export const NOTICES_LISTED = 50;

/** Who a notice comes from, for everyone but the staff: no one learns who moderates. */
export const NOTICE_AUTHOR = "The moderators";
