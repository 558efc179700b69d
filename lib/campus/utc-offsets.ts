/** From when on (milliseconds since 1970) the clocks are how many minutes ahead of UTC. */
export type UtcOffset = readonly [from: number, minutes: number];

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** No zone changes its clocks twice in this time. */
const STEP = 14 * DAY;

/**
 * The offsets of a time zone, the oldest first, for the browser, to which `Intl` is slow
 * (lib/time/relative-time.ts). The first holds before `from`, and the last for good.
 */
export function utcOffsets(timeZone: string, from: number, until: number): UtcOffset[] {
  const format = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" });
  const minutesAt = (at: number) => {
    const [, sign = "+", hours = "0", minutes = "0"] =
      /GMT(?:([+-])(\d\d):(\d\d))?/.exec(format.format(at)) ?? [];
    return Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes));
  };
  const offsets: [number, number][] = [[from, minutesAt(from)]];
  for (let at = from; at < until; at += STEP) {
    const next = minutesAt(at + STEP);
    if (next !== offsets.at(-1)?.[1]) offsets.push([firstWith(next, at, at + STEP, minutesAt), next]);
  }
  return offsets;
}

/** The minute at which the clocks came to show `minutes`, after `from` and not after `until`. */
function firstWith(minutes: number, from: number, until: number, minutesAt: (at: number) => number): number {
  let [before, after] = [from / MINUTE, until / MINUTE];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (minutesAt(middle * MINUTE) === minutes) after = middle;
    else before = middle;
  }
  return after * MINUTE;
}
