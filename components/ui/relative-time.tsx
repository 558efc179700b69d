"use client";

import { cx } from "@/components/ui/cx";
import { useRelativeTime } from "@/lib/dom/use-relative-time";
import { utcOffsetAt } from "@/lib/product";
import { commentTime, exactTime, feedTime, notificationTime, spokenTime } from "@/lib/time/relative-time";

/** `spoken` is in words, also on screen: `2 minutes ago`; `exact` is a date and a time of day. */
type Style = "feed" | "comment" | "notification" | "spoken" | "exact";

type Props = {
  at: string;
  style: Style;
  /** For elements that the time is a part of the name of. */
  id?: string;
  className?: string;
};

/**
 * A relative time (docs/product.md, Counts, times and names), with the exact time as tooltip. It is
 * read aloud in words, because screen readers say `5m` as "five metres". The server renders it in
 * the colleges' time zone, the browser in the reader's.
 */
export function RelativeTime({ at, style, id, className }: Props) {
  const time = Date.parse(at);
  const shown = useRelativeTime((now) => textOf(style, time, now));
  const spoken = useRelativeTime((now) => spokenTime(time, now));
  const isHydrated = shown !== undefined;
  const isInWords = style === "spoken" || style === "exact";
  const utcOffsetMinutes = isHydrated ? undefined : utcOffsetAt(time);
  return (
    <time
      // A new key replaces the element after hydration, because React does not correct
      // server-rendered text.
      key={isHydrated ? "browser" : "server"}
      id={id}
      dateTime={at}
      title={exactTime(time, utcOffsetMinutes)}
      // Contains the words for screen readers, which would otherwise add to the height of a list
      // that scrolls.
      className={cx("relative", className)}
      suppressHydrationWarning
    >
      <span aria-hidden={!isInWords} suppressHydrationWarning>
        {shown ?? textOf(style, time, Date.now(), utcOffsetMinutes)}
      </span>
      {!isInWords && (
        <span className="sr-only" suppressHydrationWarning>
          {spoken ?? spokenTime(time, Date.now(), utcOffsetMinutes)}
        </span>
      )}
    </time>
  );
}

function textOf(style: Style, at: number, now: number, utcOffsetMinutes?: number): string {
  if (style === "feed") return feedTime(at, now, utcOffsetMinutes);
  if (style === "exact") return exactTime(at, utcOffsetMinutes);
  if (style === "spoken") return spokenTime(at, now, utcOffsetMinutes);
  return style === "comment" ? commentTime(at, now) : notificationTime(at, now);
}
