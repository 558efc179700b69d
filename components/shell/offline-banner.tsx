"use client";

import { CloudOff } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useTranslate } from "@/lib/language/translate";

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
  const t = useTranslate();
  return (
    <div className="m-2 flex animate-fade-in items-center gap-2.5 rounded-field bg-gold-soft py-1.5 pr-1.5 pl-4 text-gold-ink text-label shadow-float md:mx-0 md:mt-4">
      <CloudOff aria-hidden className="size-5 shrink-0" />
      <p className="min-w-0 flex-1 py-1.5 font-medium">
        {online ? t("This page couldn't be refreshed.") : t("Offline.")}
        {madeAt !== undefined && ` ${t("This is how it looked at {time}.", { time: formatTime(madeAt) })}`}
        {waiting > 0 &&
          ` ${t("{count, plural, one {# change} other {# changes}} will be sent later.", { count: waiting })}`}
        {!online && waiting === 0 && madeAt === undefined && ` ${t("What you do will be sent later.")}`}
      </p>
      {online && (
        <Button variant="ghost" size="sm" onClick={() => window.location.reload()} className="text-gold-ink">
          {t("Try Again")}
        </Button>
      )}
    </div>
  );
}

function formatTime(madeAt: number): string {
  const isToday = new Date(madeAt).toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(undefined, isToday ? TIME : DAY_AND_TIME).format(madeAt);
}
