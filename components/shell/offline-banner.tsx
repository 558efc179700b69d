"use client";

import { CloudOff } from "lucide-react";
import { Button } from "@/components/ui/button";
import { countOf } from "@/lib/text/counts";

const TIME = { hour: "numeric", minute: "2-digit" } as const;
const DAY_AND_TIME = { day: "numeric", month: "short", ...TIME } as const;

/** Shows that the connection is lost, how old the page is, and how many actions are queued. */
export function OfflineBanner({
  online,
  waiting,
  madeAt,
}: {
  online: boolean;
  waiting: number;
  /** When the cached copy of the page was made, in milliseconds since 1970. */
  madeAt: number | undefined;
}) {
  return (
    <div className="m-2 flex animate-fade-in items-center gap-2.5 rounded-field bg-gold-soft py-1.5 pr-1.5 pl-4 text-gold-ink text-label shadow-float md:mx-0 md:mt-4">
      <CloudOff aria-hidden className="size-5 shrink-0" />
      <p className="min-w-0 flex-1 py-1.5 font-medium">
        {online ? "This page couldn't be refreshed." : "Offline."}
        {madeAt !== undefined && ` This is how it looked at ${formatTime(madeAt)}.`}
        {waiting > 0 && ` ${countOf(waiting, "change")} will be sent later.`}
        {!online && waiting === 0 && madeAt === undefined && " What you do will be sent later."}
      </p>
      {online && (
        <Button variant="ghost" size="sm" onClick={() => window.location.reload()} className="text-gold-ink">
          Try Again
        </Button>
      )}
    </div>
  );
}

function formatTime(madeAt: number): string {
  const isToday = new Date(madeAt).toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(undefined, isToday ? TIME : DAY_AND_TIME).format(madeAt);
}
