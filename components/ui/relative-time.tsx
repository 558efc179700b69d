"use client";

import { useRelativeTime } from "@/lib/dom/use-relative-time";
import { commentTime, exactTime, feedTime, notificationTime } from "@/lib/time/relative-time";

type Style = "feed" | "comment" | "notification";

/**
 * How long ago, in one of the specification's three ways, with the exact time as tooltip. The
 * server writes it in UTC; the browser then says it in the reader's own time zone.
 */
export function RelativeTime({ at, style, className }: { at: string; style: Style; className?: string }) {
  const time = Date.parse(at);
  const text = useRelativeTime((now) => textOf(style, time, now));
  const isHere = text !== undefined;
  const east = isHere ? undefined : 0;
  return (
    <time
      // A new element once the reader's clock is known: React does not correct text that it took
      // over.
      key={isHere ? "here" : "sent"}
      dateTime={at}
      title={exactTime(time, east)}
      className={className}
      suppressHydrationWarning
    >
      {text ?? textOf(style, time, Date.now(), east)}
    </time>
  );
}

function textOf(style: Style, at: number, now: number, east?: number): string {
  if (style === "feed") return feedTime(at, now, east);
  return style === "comment" ? commentTime(at, now) : notificationTime(at, now);
}
