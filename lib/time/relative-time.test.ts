import { execFileSync } from "node:child_process";
import {
  commentTime,
  dayMonthYear,
  exactTime,
  feedTime,
  joinedMonth,
  notificationTime,
  spokenTime,
  startOfDay,
} from "@/lib/time/relative-time";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const now = Date.parse("2026-11-20T12:00:00Z");

describe("times", () => {
  test.each([
    [-5 * SECOND, "Just now", "now", "1m"],
    [0, "Just now", "now", "1m"],
    [999, "Just now", "now", "1m"],
    [SECOND, "1s", "1s", "1m"],
    [59 * SECOND, "59s", "59s", "1m"],
    [MINUTE, "1m", "1m", "1m"],
    [59 * MINUTE + 59 * SECOND, "59m", "59m", "59m"],
    [HOUR, "1h", "1h", "1h"],
    [DAY - 1, "23h", "23h", "23h"],
    [DAY, "1d", "1d", "1d"],
    [7 * DAY - 1, "6d", "6d", "6d"],
    [7 * DAY, "13 Nov", "7d", "1w"],
    [20 * DAY, "31 Oct", "20d", "2w"],
    [400 * DAY, "16 Oct 2025", "400d", "57w"],
  ])(
    "%i ms ago reads %s in the feed, %s on a comment and %s on a notification",
    (age, feed, comment, notification) => {
      expect(feedTime(now - age, now, 0)).toBe(feed);
      expect(commentTime(now - age, now)).toBe(comment);
      expect(notificationTime(now - age, now)).toBe(notification);
    },
  );

  test.each([
    [-5 * SECOND, "just now"],
    [0, "just now"],
    [SECOND, "1 second ago"],
    [59 * SECOND, "59 seconds ago"],
    [19 * MINUTE, "19 minutes ago"],
    [HOUR, "1 hour ago"],
    [DAY, "1 day ago"],
    [7 * DAY - 1, "6 days ago"],
    [7 * DAY, "13 Nov"],
    [400 * DAY, "16 Oct 2025"],
  ])("%i ms ago is read aloud as %s", (age, spoken) => {
    expect(spokenTime(now - age, now, 0)).toBe(spoken);
  });

  test.each([
    [0, "2026-11-20T00:00:00.000Z"],
    [330, "2026-11-19T18:30:00.000Z"],
    [-480, "2026-11-20T08:00:00.000Z"],
    [780, "2026-11-20T11:00:00.000Z"],
  ])("%i minutes from UTC, the day began at %s", (offset, start) => {
    expect(new Date(startOfDay(now, { utcOffsetMinutes: offset })).toISOString()).toBe(start);
  });

  test.each([
    [
      "America/New_York",
      "2026-11-01T04:30:00Z",
      "2026-11-02T17:00:00Z",
      "Yesterday",
      "2026-11-01T04:00:00.000Z",
    ],
    ["America/New_York", "2026-03-08T04:30:00Z", "2026-03-09T16:00:00Z", "7 Mar", "2026-03-08T05:00:00.000Z"],
    [
      "Europe/London",
      "2026-10-24T23:30:00Z",
      "2026-10-26T09:00:00Z",
      "Yesterday",
      "2026-10-24T23:00:00.000Z",
    ],
    ["Asia/Kolkata", "2026-10-24T18:29:00Z", "2026-10-26T09:00:00Z", "24 Oct", "2026-10-24T18:30:00.000Z"],
  ])("in %s what was said at %s is at %s of the day %s", (zone, said, read, title, yesterday) => {
    const program = `import { dayTitle, startOfDay } from "./lib/time/relative-time.ts";
      const today = startOfDay(Date.parse("${read}"));
      console.log(dayTitle(Date.parse("${said}"), today), new Date(startOfDay(today, { daysAgo: 1 })).toISOString());`;
    // A process's time zone is set when it starts.
    const args = ["--import", "tsx", "--input-type=module", "-e", program];
    const output = execFileSync(process.execPath, args, {
      env: { ...process.env, TZ: zone },
      encoding: "utf8",
    });
    expect(output.trim()).toBe(`${title} ${yesterday}`);
  });

  test("dates are in the reader's time zone", () => {
    const newYear = Date.parse("2025-12-31T20:00:00Z");
    expect(feedTime(newYear, now, 330)).toBe("1 Jan");
    expect(feedTime(newYear, now, 0)).toBe("31 Dec 2025");
  });

  test("the exact time has day, month, year and minute", () => {
    expect(exactTime(now, 330)).toBe("20 Nov 2026 at 17:30");
  });

  test.each([
    ["2026-12-31T18:29:59.999Z", "31 Dec 2026", "Dec 2026"],
    ["2026-12-31T18:30:00.000Z", "1 Jan 2027", "Jan 2027"],
  ])("%s is %s for the college, and in %s", (at, date, month) => {
    expect(dayMonthYear(new Date(at))).toBe(date);
    expect(joinedMonth(Date.parse(at))).toBe(month);
  });
});
