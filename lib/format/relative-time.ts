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
  const year = inStyle("year", timeZone);
  return inStyle(year.format(at) === year.format(now) ? "day" : "dayAndYear", timeZone).format(at);
}

/** The exact time, for a tooltip and for screen readers. */
export function exactTime(at: number, timeZone?: string): string {
  return inStyle("exact", timeZone).format(at);
}

const STYLES = {
  year: { year: "numeric" },
  day: { day: "numeric", month: "short" },
  dayAndYear: { day: "numeric", month: "short", year: "numeric" },
  exact: { dateStyle: "long", timeStyle: "short" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const made = new Map<string, Intl.DateTimeFormat>();

/** Making one takes a slow phone milliseconds, and a feed of hundreds of posts needs it for each of them: once will do. */
function inStyle(style: keyof typeof STYLES, timeZone: string | undefined): Intl.DateTimeFormat {
  const key = `${style} ${timeZone}`;
  const known = made.get(key);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-GB", { ...STYLES[style], ...(timeZone ? { timeZone } : {}) });
  made.set(key, format);
  return format;
}

/** The month somebody joined, `Aug 2026`, in UTC: the same on the server and in every browser. */
export function joinedMonth(at: number): string {
  return new Date(at).toLocaleDateString("en-US", { month: "short", year: "numeric", timeZone: "UTC" });
}
