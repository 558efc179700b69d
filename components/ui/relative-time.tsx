"use client";

import { commentTime, exactTime, feedTime, notificationTime } from "@/lib/format/relative-time";
import { useNow } from "@/lib/hooks/use-now";

type Style = "feed" | "comment" | "notification";

/**
 * How long ago, in one of the specification's three ways, with the exact time as tooltip. The server writes it in UTC;
 * the browser then says it in the reader's own time zone.
 */
export function RelativeTime({ at, style, className }: { at: string; style: Style; className?: string }) {
  const now = useNow();
  const time = Date.parse(at);
  const zone = now === 0 ? "UTC" : undefined;
  return (
    <time
      // A new element once the reader's clock is known: React does not correct text that it took over.
      key={now === 0 ? "sent" : "here"}
      dateTime={at}
      title={exactTime(time, zone)}
      className={className}
      suppressHydrationWarning
    >
      {textOf(style, time, now || Date.now(), zone)}
    </time>
  );
}

function textOf(style: Style, at: number, now: number, zone: string | undefined): string {
  if (style === "feed") return feedTime(at, now, zone);
  return style === "comment" ? commentTime(at, now) : notificationTime(at, now);
}
