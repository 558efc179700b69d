"use client";

import { Skeleton, SkeletonGroup } from "@/components/ui/skeleton";
import { useTranslate } from "@/lib/language/translate";

/** The widths of the five rows. */
const WIDTHS = ["w-3/5", "w-4/5", "w-1/2", "w-2/3", "w-3/5"];

export function NotificationSkeletons() {
  const t = useTranslate();
  return (
    <SkeletonGroup label={t("Loading notifications")} className="divide-y divide-line">
      <div className="flex h-10.25 items-end px-4 pb-1.5 md:px-5">
        <Skeleton className="h-3.5 w-12" />
      </div>
      {WIDTHS.map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a constant list
        <div key={index} data-skeleton-row className="flex h-24 items-start gap-3 px-4 py-3 md:h-18 md:px-5">
          <Skeleton className="size-11 shrink-0 rounded-full" />
          <div className="flex min-w-0 flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-11/12 md:hidden" />
            <Skeleton className={`h-4 ${width}`} />
            <Skeleton className="h-3.5 w-16" />
          </div>
          <Skeleton className="size-12 shrink-0 rounded-lg" />
        </div>
      ))}
    </SkeletonGroup>
  );
}
