"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Card } from "@/components/ui/card";
import { Skeleton, SkeletonGroup } from "@/components/ui/skeleton";
import { trendingTagsOptions } from "@/lib/posts/client/queries";
import { formatCount } from "@/lib/text/counts";

/** The most used tags of this week; nothing while there are none. */
export function TrendingTags() {
  const { data, isPending } = useQuery(trendingTagsOptions());
  if (!isPending && !data?.length) return null;
  return (
    <Card className="p-5">
      <h2 className="mb-2 text-lg">Trending on campus</h2>
      {data ? (
        <ul aria-label="Trending on campus" className="flex flex-col">
          {data.map(({ tag, postsCount }) => (
            <li key={tag}>
              <Link
                href={`/tag/${encodeURIComponent(tag)}`}
                prefetch={false}
                className="group flex min-h-13 flex-col justify-center rounded-field"
              >
                <bdi className="truncate font-semibold text-label group-hover:underline">#{tag}</bdi>
                <span className="text-ink2 text-sm">
                  {formatCount(postsCount)} {postsCount === 1 ? "post" : "posts"} this week
                </span>
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <SkeletonGroup label="Loading tags" className="flex flex-col gap-4">
          <Skeleton className="h-9 w-2/5" />
          <Skeleton className="h-9 w-1/2" />
          <Skeleton className="h-9 w-1/3" />
        </SkeletonGroup>
      )}
    </Card>
  );
}
