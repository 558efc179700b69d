"use client";

import { useRelativeTime } from "@/lib/dom/use-relative-time";
import { commentTime, exactTime, feedTime, notificationTime } from "@/lib/time/relative-time";

type Style = "feed" | "comment" | "notification";

/**
 * A relative time (docs/product.md, Counts, times and names), with the exact time as tooltip. The
 * server renders it in UTC, the browser in the reader's time zone.
 */
export function RelativeTime({ at, style, className }: { at: string; style: Style; className?: string }) {
  const time = Date.parse(at);
  const text = useRelativeTime((now) => textOf(style, time, now));
  const isHydrated = text !== undefined;
  const utcOffsetMinutes = isHydrated ? undefined : 0;
  return (
    <time
      // A new key replaces the element after hydration, because React does not correct
      // server-rendered text.
      key={isHydrated ? "browser" : "server"}
      dateTime={at}
      title={exactTime(time, utcOffsetMinutes)}
      className={className}
      suppressHydrationWarning
    >
      {text ?? textOf(style, time, Date.now(), utcOffsetMinutes)}
    </time>
  );
}

function textOf(style: Style, at: number, now: number, utcOffsetMinutes?: number): string {
  if (style === "feed") return feedTime(at, now, utcOffsetMinutes);
  return style === "comment" ? commentTime(at, now) : notificationTime(at, now);
}
