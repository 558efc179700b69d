"use client";

import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { ErrorState, QueryError } from "@/components/ui/error-state";
import { Skeleton, SkeletonGroup } from "@/components/ui/skeleton";

/** What all lists of this folder have: rows that load, and the way to the next page. */

type PlaceholderProps = {
  query: ComponentProps<typeof QueryError>["query"] & { isPending: boolean };
  label: string;
  count?: number;
  /** With the padding of a card. */
  padded?: boolean;
};

/** Instead of the rows that a query has no data for: skeletons while it loads, or its error. */
export function RowsPlaceholder({ query, label, count = 3, padded = false }: PlaceholderProps) {
  if (!query.isPending) return <QueryError query={query} />;
  return (
    <SkeletonGroup label={label} className={cx("flex flex-col gap-6", padded && "p-4 md:p-6")} count={count}>
      <div className="flex flex-col gap-2">
        <Skeleton className="h-4 w-2/5" />
        <Skeleton className="h-4" />
        <Skeleton className="h-3 w-1/4" />
      </div>
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
