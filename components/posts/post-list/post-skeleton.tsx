"use client";

import { Skeleton, SkeletonGroup } from "@/components/ui/skeleton";
import { useTranslate } from "@/lib/language/translate";

/** Placeholders in the shape of posts, while posts load. */
export function PostSkeletons({ count = 2 }: { count?: number }) {
  const t = useTranslate();
  return (
    <SkeletonGroup label={t("Loading posts")} className="flex flex-col md:gap-4" count={count}>
      <div className="card-bleed">
        <div className="flex h-16 items-center gap-3 px-4 pt-4 md:px-5">
          <Skeleton className="size-10 rounded-full" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-3.5 w-32" />
            <Skeleton className="h-3 w-20" />
          </div>
        </div>
        <div className="flex h-14.25 flex-col justify-end gap-2 px-4 pb-1 md:px-5">
          <Skeleton className="h-3.5 w-full" />
          <Skeleton className="h-3.5 w-3/5" />
        </div>
        <div className="pt-3 md:px-5">
          <Skeleton className="aspect-[4/3] w-full rounded-none md:rounded-media" />
        </div>
        <div className="flex h-15 items-center gap-6 px-4 md:px-5">
          <Skeleton className="h-5 w-14" />
          <Skeleton className="h-5 w-14" />
          <Skeleton className="h-5 w-14" />
        </div>
      </div>
    </SkeletonGroup>
  );
}
