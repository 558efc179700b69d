/**
 * How long ago, in the specification's three ways (§9). Pure: both times are given, in milliseconds
 * since 1970, and dates are those `east` minutes east of Greenwich, by default the reader's.
 * Written by hand: `Intl` takes a phone 70 ms to begin with, and its words change with the version
 * of its data, which the server and a browser need not share.
 */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Posts: `Just now`, `5s`, `5m`, `5h`, `5d` below a week, then day and month, with the year when it
 * is another.
 */
export function feedTime(at: number, now: number, east?: number): string {
  const age = now - at;
  if (age < SECOND) return "Just now";
  return age < 7 * DAY ? shortAge(age) : shortDate(at, now, east);
}

/** Comments: `5s`, `5m`, `5h`, `5d`. */
export function commentTime(at: number, now: number): string {
  return shortAge(Math.max(0, now - at));
}

/**
 * Notifications: minutes (at least one) under an hour, hours under a day, days under a week, then
 * weeks.
 */
export function notificationTime(at: number, now: number): string {
  const age = Math.max(0, now - at);
  if (age < HOUR) return `${Math.max(1, Math.floor(age / MINUTE))}m`;
  if (age < DAY) return `${Math.floor(age / HOUR)}h`;
  if (age < 7 * DAY) return `${Math.floor(age / DAY)}d`;
  return `${Math.floor(age / (7 * DAY))}w`;
}

function shortAge(age: number): string {
  if (age < MINUTE) return `${Math.floor(age / SECOND)}s`;
  if (age < HOUR) return `${Math.floor(age / MINUTE)}m`;
  if (age < DAY) return `${Math.floor(age / HOUR)}h`;
  return `${Math.floor(age / DAY)}d`;
}

function shortDate(at: number, now: number, east?: number): string {
  const { day, month, year } = dateOf(at, east);
  return `${day} ${month}${year === dateOf(now, east).year ? "" : ` ${year}`}`;
}

/** The exact time, for a tooltip: `20 Nov 2026 at 17:30`. */
export function exactTime(at: number, east?: number): string {
  const { day, month, year, time } = dateOf(at, east);
  return `${day} ${month} ${year} at ${time}`;
}

/** A day ahead, `3 Jan 2027`, in UTC: said by the server, which knows of no time zone. */
export function dayMonthYear(at: Date): string {
  const { day, month, year } = dateOf(at.getTime(), 0);
  return `${day} ${month} ${year}`;
}

/** The month somebody joined, `Aug 2026`, in UTC: the same on the server and in every browser. */
export function joinedMonth(at: number): string {
  const { month, year } = dateOf(at, 0);
  return `${month} ${year}`;
}

const MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";

function dateOf(at: number, east = -new Date(at).getTimezoneOffset()) {
  const [date = "", time = ""] = new Date(at + east * MINUTE).toISOString().split("T");
  const [year, month, day] = date.split("-");
  const end = 3 * Number(month);
  return { day: Number(day), month: MONTHS.slice(end - 3, end), year, time: time.slice(0, 5) };
}
