import "server-only";
import { env, rawSetting } from "@/lib/platform/env";

/**
 * How much of what one person, browser or network may do. Each limit can be tuned with
 * `LIMIT_<NAME>=<count>/<seconds>`, for example `LIMIT_LIKE=2000/300`.
 */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

/** Count and window in seconds. docs/security.md, "Limits", says what each one counts and why. */
const LIMITS = {
  code_browser: [5, 15 * MINUTE],
  code_browser_day: [10, DAY],
  code_network: [5, 15 * MINUTE],
  code_network_day: [20, DAY],
  code_mailbox_day: [30, DAY],
  code_mailbox_strangers: [200, DAY],
  code_ip: [300, HOUR],
  code_strangers: [20, HOUR],
  code_failures: [500, HOUR],
  code_failures_mailbox: [100, DAY],
  code_failures_ip: [200, 10 * MINUTE],
  password_browser: [5, 15 * MINUTE],
  password_strangers: [20, HOUR],
  password_ip: [600, 10 * MINUTE],
  unknown_address_ip: [30, 10 * MINUTE],
  register_ip: [3000, HOUR],
  google_junk_ip: [300, 10 * MINUTE],
  google_account: [60, 10 * MINUTE],
  oidc_account: [60, 10 * MINUTE],
  refresh_ip: [1200, 10 * MINUTE],
  refresh_session: [300, 10 * MINUTE],
  like: [1000, 5 * MINUTE],
  follow: [300, 5 * MINUTE],
  post: [60, 10 * MINUTE],
  comment: [120, 5 * MINUTE],
  message: [60, MINUTE],
  message_unanswered: [300, HOUR],
  message_request: [20, DAY],
  new_post: [25, DAY],
  new_comment: [30, DAY],
  new_follow: [20, HOUR],
  new_message_request: [5, DAY],
  mention: [50, DAY],
  new_mention: [10, DAY],
  same_link: [4, DAY],
  same_site: [12, DAY],
  rename: [5, 30 * DAY],
  affiliation: [2, YEAR],
  search: [120, MINUTE],
  mentionable: [600, MINUTE],
  people_seen: [2000, DAY],
  college_id: [10, DAY],
  upload: [120, 30 * MINUTE],
  notify: [30, HOUR],
  notify_stranger: [50, DAY],
  report: [30, DAY],
  complaint: [50, DAY],
  complaint_ip: [10, DAY],
  complaint_flood: [100, DAY],
  complaint_confirm: [100, HOUR],
  complaint_mail: [1, DAY],
  push: [60, HOUR],
  share: [300, 5 * MINUTE],
  export: [10, HOUR],
  write: [600, 5 * MINUTE],
  page_view: [600, 5 * MINUTE],
  password: [10, HOUR],
  read: [6000, MINUTE],
  page_network: [12_000, 2 * MINUTE],
  media_site: [60_000, 2 * MINUTE],
  client_error: [30, 10 * MINUTE],
} as const satisfies Record<string, readonly [count: number, seconds: number]>;

export type LimitName = keyof typeof LIMITS;
export const LIMIT_NAMES = Object.keys(LIMITS) as LimitName[];

type Window = { count: number; seconds: number };

/**
 * How many times more codes embedded mode allows: a test suite signs the same demo account in for
 * each of its tests.
 */
const EMBEDDED_CODES = 10;

/** A limit where the environment sets none. */
export function defaultLimit(name: LimitName, isEmbedded = env().EMBEDDED): Window {
  const [count, seconds] = LIMITS[name];
  const isOfCodes = name.startsWith("code_") || name === "unknown_address_ip";
  return { count: isEmbedded && isOfCodes ? count * EMBEDDED_CODES : count, seconds };
}

/** The effective limit. Throws when the environment's is malformed. */
export function limitOf(name: LimitName): Window {
  const setting = rawSetting(`LIMIT_${name.toUpperCase()}`);
  if (!setting) return defaultLimit(name);
  const match = /^(\d{1,9})\/(\d{1,8})$/.exec(setting.trim());
  if (!match) throw new Error(`LIMIT_${name.toUpperCase()} must look like 100/60 (count/seconds).`);
  return { count: Number(match[1]), seconds: Math.max(1, Number(match[2])) };
}
