"use client";

import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton, SkeletonGroup } from "@/components/ui/skeleton";

/** What all lists of this folder have: rows that load, and the way to the next page. */

export function RowSkeletons({ label, count = 3 }: { label: string; count?: number }) {
  return (
    <SkeletonGroup label={label} className="flex flex-col gap-6">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no id
        <div key={index} className="flex flex-col gap-2">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-4" />
          <Skeleton className="h-3 w-1/4" />
        </div>
      ))}
    </SkeletonGroup>
  );
}

type Paged = Pick<
  UseInfiniteQueryResult,
  "hasNextPage" | "isFetchingNextPage" | "isFetchNextPageError" | "fetchNextPage" | "error"
>;

/** Below a list: loads the next page, or says why that failed. */
export function ListEnd({ query, label }: { query: Paged; label: string }) {
  if (query.isFetchNextPageError && !query.isFetchingNextPage) {
    return <ErrorState error={query.error} onRetry={() => void query.fetchNextPage()} />;
  }
  if (!query.hasNextPage) return null;
  return (
    <div className="flex justify-center pt-6">
      <Button
        variant="secondary"
        size="sm"
        isPending={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage()}
      >
        {label}
      </Button>
    </div>
  );
}
