"use client";

import { RotateCw } from "lucide-react";
import { SenderPicture } from "@/components/notifications/row-pictures";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ErrorReference } from "@/components/ui/error-reference";
import { useTranslate } from "@/lib/language/translate";
import type { Notification } from "@/lib/notifications/schema";
import { notificationTime } from "@/lib/time/relative-time";

const MINUTE_MS = 60_000;

/** Replaces the list when the first load fails: an error, Try Again, and marked samples. */
export function SampleNotifications({
  error,
  onRetry,
  isPending,
}: {
  error: unknown;
  onRetry: () => void;
  isPending: boolean;
}) {
  const t = useTranslate();
  return (
    <section aria-labelledby="sample-notifications">
      <div
        role="alert"
        className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-line border-b px-4 py-4 md:px-5"
      >
        <div className="min-w-0 flex-1 basis-56">
          <h2 id="sample-notifications" className="text-lg">
            {t("Sample notifications")}
          </h2>
          <p className="text-ink2 text-label">{t("Yours couldn't be loaded. These are only examples.")}</p>
          <ErrorReference error={error} />
        </div>
        <Button variant="secondary" onClick={onRetry} isPending={isPending}>
          <RotateCw aria-hidden />
          {t("Try Again")}
        </Button>
      </div>
      <ul className="divide-y divide-line" aria-labelledby="sample-notifications">
        {SAMPLES.map(({ _id, type, name, message, age, seen }) => (
          <li key={_id} className="flex items-center gap-3 px-4 py-3 md:px-5">
            <SenderPicture id={_id} name={name} type={type} />
            <div className="min-w-0 flex-1">
              <p className="break-words">
                <span className="font-semibold">{name}</span> {t(message)}
              </p>
              <p className="mt-0.5 flex min-h-6 items-center gap-2 text-ink2 text-sm">
                {notificationTime(0, age * MINUTE_MS)}
                {!seen && <Badge>{t("New")}</Badge>}
              </p>
            </div>
            <Badge tone="neutral">{t("Sample")}</Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * Shown when the first load fails: notifications of people who do not exist. They are marked as
 * samples, lead nowhere, are never counted and have no actions.
 */
export type SampleNotification = Pick<Notification, "_id" | "type" | "message"> & {
  name: string;
  /** Minutes ago. */
  age: number;
  seen: boolean;
};

const HOUR = 60;
const DAY = 24 * HOUR;

const SAMPLES: readonly SampleNotification[] = [
  { _id: "sample-1", type: "like", name: "Kabir Rao", message: "liked your post", age: 4, seen: false },
  {
    _id: "sample-2",
    type: "comment",
    name: "Meera Joshi",
    message: "commented: “Which roof is this?”",
    age: 32,
    seen: false,
  },
  {
    _id: "sample-3",
    type: "follow",
    name: "Dev Patel",
    message: "joined your circle",
    age: 3 * HOUR,
    seen: true,
  },
  { _id: "sample-4", type: "like", name: "Ananya Singh", message: "liked your post", age: DAY, seen: true },
  {
    _id: "sample-5",
    type: "follow",
    name: "Rohan Gupta",
    message: "joined your circle",
    age: 14 * DAY,
    seen: true,
  },
];
