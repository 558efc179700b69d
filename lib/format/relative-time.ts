/** How long ago, in the specification's three ways (§9). Pure: both times are given, in milliseconds since 1970. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Posts: `Just now`, `5s`, `5m`, `5h`, `5d` below a week, then day and month, with the year when it is another. */
export function feedTime(at: number, now: number, timeZone?: string): string {
  const age = now - at;
  if (age < SECOND) return "Just now";
  return age < 7 * DAY ? shortAge(age) : shortDate(at, now, timeZone);
}

/** Comments: `5s`, `5m`, `5h`, `5d`. */
export function commentTime(at: number, now: number): string {
  return shortAge(Math.max(0, now - at));
}

/** Notifications: minutes (at least one) under an hour, hours under a day, days under a week, then weeks. */
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

function shortDate(at: number, now: number, timeZone?: string): string {
  const zone = timeZone ? { timeZone } : {};
  const year = (time: number) => new Date(time).toLocaleDateString("en-GB", { year: "numeric", ...zone });
  const sameYear = year(at) === year(now);
  return new Date(at).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "short",
    ...(sameYear ? {} : { year: "numeric" }),
    ...zone,
  });
}

/** The exact time, for a tooltip and for screen readers. */
export function exactTime(at: number, timeZone?: string): string {
  const zone = timeZone ? { timeZone } : {};
  return new Date(at).toLocaleString("en-GB", { dateStyle: "long", timeStyle: "short", ...zone });
}

/** The month somebody joined, `Aug 2026`, in UTC: the same on the server and in every browser. */
export function joinedMonth(at: number): string {
  return new Date(at).toLocaleDateString("en-US", { month: "short", year: "numeric", timeZone: "UTC" });
}
