import { utcOffsetAt } from "@/lib/product";

/**
 * Relative times for posts, comments and notifications (docs/product.md, A post).
 * Times are in milliseconds since 1970. Dates are in the reader's time zone unless
 * `utcOffsetMinutes` is set. This does not use `Intl`, because its first use takes a phone 70 ms
 * and its output may differ between the server and a browser.
 */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * For posts: `Just now`, `5s`, `5m`, `5h`, `5d` below a week, then day and month, with the year if
 * it is not the current one.
 */
export function feedTime(at: number, now: number, utcOffsetMinutes?: number): string {
  const age = now - at;
  if (age < SECOND) return "Just now";
  return age < 7 * DAY ? shortAge(age) : shortDate(at, now, utcOffsetMinutes);
}

/** For comments: `now` below a second, then `5s`, `5m`, `5h`, `5d`. */
export function commentTime(at: number, now: number): string {
  const age = now - at;
  return age < SECOND ? "now" : shortAge(age);
}

/**
 * For notifications: minutes (at least one) below an hour, hours below a day, days below a week,
 * then weeks.
 */
export function notificationTime(at: number, now: number): string {
  const age = Math.max(0, now - at);
  if (age < HOUR) return `${Math.max(1, Math.floor(age / MINUTE))}m`;
  if (age < DAY) return `${Math.floor(age / HOUR)}h`;
  if (age < 7 * DAY) return `${Math.floor(age / DAY)}d`;
  return `${Math.floor(age / (7 * DAY))}w`;
}

/** An age in words, for screen readers: `19 minutes ago`; a date from a week on. */
export function spokenTime(at: number, now: number, utcOffsetMinutes?: number): string {
  const age = now - at;
  if (age < SECOND) return "just now";
  if (age < MINUTE) return ago(age / SECOND, "second");
  if (age < HOUR) return ago(age / MINUTE, "minute");
  if (age < DAY) return ago(age / HOUR, "hour");
  return age < 7 * DAY ? ago(age / DAY, "day") : shortDate(at, now, utcOffsetMinutes);
}

function ago(count: number, unit: string): string {
  const whole = Math.floor(count);
  return `${whole} ${unit}${whole === 1 ? "" : "s"} ago`;
}

function shortAge(age: number): string {
  if (age < MINUTE) return `${Math.floor(age / SECOND)}s`;
  if (age < HOUR) return `${Math.floor(age / MINUTE)}m`;
  if (age < DAY) return `${Math.floor(age / HOUR)}h`;
  return `${Math.floor(age / DAY)}d`;
}

function shortDate(at: number, now: number, utcOffsetMinutes?: number): string {
  const { day, month, year } = dateOf(at, utcOffsetMinutes);
  return `${day} ${month}${year === dateOf(now, utcOffsetMinutes).year ? "" : ` ${year}`}`;
}

/** The exact time, for a tooltip: `20 Nov 2026 at 17:30`. */
export function exactTime(at: number, utcOffsetMinutes?: number): string {
  const { day, month, year, time } = dateOf(at, utcOffsetMinutes);
  return `${day} ${month} ${year} at ${time}`;
}

/** The time of the day: `17:30`. */
export const clockTime = (at: number, utcOffsetMinutes?: number): string => dateOf(at, utcOffsetMinutes).time;

/** The day of a time: `Today`, `Yesterday`, else day and month, with the year if it is another. */
export function dayTitle(at: number, startOfToday: number, utcOffsetMinutes?: number): string {
  if (at >= startOfToday) return "Today";
  const startOfYesterday = startOfDay(startOfToday, { daysAgo: 1, utcOffsetMinutes });
  return at >= startOfYesterday ? "Yesterday" : shortDate(at, startOfToday, utcOffsetMinutes);
}

/**
 * When the day of a time began, or one of the days before it. In the reader's time zone days are
 * calendar days: where clocks change, one has 23 or 25 hours.
 */
export function startOfDay(
  at: number,
  { daysAgo = 0, utcOffsetMinutes }: { daysAgo?: number; utcOffsetMinutes?: number | undefined } = {},
): number {
  if (utcOffsetMinutes === undefined) {
    const date = new Date(at);
    return new Date(date.getFullYear(), date.getMonth(), date.getDate() - daysAgo).getTime();
  }
  const local = at + utcOffsetMinutes * MINUTE;
  return at - (((local % DAY) + DAY) % DAY) - daysAgo * DAY;
}

/**
 * A date in the colleges' time zone, `3 Jan 2027`: for sentences of the server, which does not know
 * the reader's, and for what the browser says of the same.
 */
export function dayMonthYear(at: Date): string {
  const { day, month, year } = dateOf(at.getTime(), utcOffsetAt(at.getTime()));
  return `${day} ${month} ${year}`;
}

/** The day of a time in the colleges' time zone, as machines write it: `2027-01-03`. */
export const isoDay = (at: Date): string =>
  new Date(at.getTime() + utcOffsetAt(at.getTime()) * MINUTE).toISOString().slice(0, 10);

/** When such a day began. */
export function startOfIsoDay(day: string): Date {
  const midnight = Date.parse(day);
  // Where clocks change between midnight in UTC and there, the first guess is off by that change.
  const guess = midnight - utcOffsetAt(midnight) * MINUTE;
  return new Date(midnight - utcOffsetAt(guess) * MINUTE);
}

/**
 * The month a person joined, `Aug 2026`, in the colleges' time zone so that the server and browsers
 * agree.
 */
export function joinedMonth(at: number): string {
  const { month, year } = dateOf(at, utcOffsetAt(at));
  return `${month} ${year}`;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

function dateOf(at: number, utcOffsetMinutes = -new Date(at).getTimezoneOffset()) {
  const [date = "", time = ""] = new Date(at + utcOffsetMinutes * MINUTE).toISOString().split("T");
  const [year, month, day] = date.split("-");
  return { day: Number(day), month: MONTHS[Number(month) - 1], year, time: time.slice(0, 5) };
}
