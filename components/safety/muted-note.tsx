"use client";

import { VolumeX } from "lucide-react";
import { usePersonActions } from "@/components/safety/use-person-actions";
import { Button } from "@/components/ui/button";
import { useUtcOffset } from "@/lib/dom/use-relative-time";
import { Rich } from "@/lib/language/rich";
import { useTranslate } from "@/lib/language/translate";
import type { User } from "@/lib/profiles/schema";
import { exactTime } from "@/lib/time/relative-time";

/** Until when someone is muted, in the reader's time. */
export function MutedUntil({ until }: { until: string | null }) {
  const t = useTranslate();
  const utcOffset = useUtcOffset();
  if (until === null) return <>{t("Muted until you unmute them")}</>;
  return (
    <Rich
      text="Muted until {time}"
      values={{
        time: (
          <time dateTime={until} suppressHydrationWarning>
            {exactTime(Date.parse(until), utcOffset)}
          </time>
        ),
      }}
    />
  );
}

/** Above the profile of a person whom the viewer has muted. */
export function MutedNote({ user }: { user: User }) {
  const t = useTranslate();
  const { unmute, isShowing } = usePersonActions(user);
  return (
    <div className="card-bleed flex flex-wrap items-center gap-x-3 gap-y-2 bg-soft px-4 py-3 md:px-5">
      <VolumeX aria-hidden className="size-5 shrink-0 text-brand" />
      <p className="min-w-0 flex-1 basis-40 font-medium text-label">
        <MutedUntil until={user.mutedUntil} />
      </p>
      <Button variant="secondary" size="sm" isPending={isShowing} onClick={() => void unmute()}>
        {t("Unmute")}
      </Button>
    </div>
  );
}
