"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { PostTile } from "@/components/profiles/post-tile";
import { ErrorState, QueryError } from "@/components/ui/error-state";
import { ButtonLink } from "@/components/ui/link";
import { Skeleton, SkeletonGroup } from "@/components/ui/skeleton";
import { useInView } from "@/lib/dom/use-in-view";
import { useTranslate } from "@/lib/language/translate";
import { DECISIONS } from "@/lib/paths";
import { postItems } from "@/lib/posts/client/cache";
import type { PostListOptions } from "@/lib/posts/client/queries";

/** The next page loads when half of the sentinel is visible (docs/product.md, Numbers). */
const SENTINEL = { rootMargin: "100px", threshold: 0.5 };
/** Tiles on the first screen load eagerly, the others lazily. */
const EAGER_TILES = 6;

/** A person's posts as an endless grid of squares, three in a row. */
export function PostGrid({
  options,
  label,
  empty,
  opensOverPage = false,
}: {
  options: PostListOptions;
  label: string;
  empty: ReactNode;
  /** The route opens a post over this page, and not instead of it. */
  opensOverPage?: boolean;
}) {
  const t = useTranslate();
  const query = useInfiniteQuery(options);
  const posts = postItems.all(query.data);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const sentinel = useInView<HTMLDivElement>(() => fetchNextPage(), {
    ...SENTINEL,
    enabled: hasNextPage && !query.isFetching && !isFetchNextPageError,
  });

  if (query.isPending) return <TileSkeletons label={t("Loading posts")} count={6} />;
  if (query.isError && !query.data) {
    return (
      <div className="card-bleed">
        <QueryError query={query} />
      </div>
    );
  }
  if (posts.length === 0 && !hasNextPage) return <>{empty}</>;
  return (
    <>
      <ul
        aria-label={label}
        aria-busy={query.isFetching}
        className="grid grid-cols-3 gap-1 overflow-hidden md:rounded-card"
      >
        {posts.map((post, index) => (
          <li
            key={post._id}
            className="relative [contain-intrinsic-size:auto_200px] [content-visibility:auto]"
          >
            <PostTile post={post} eager={index < EAGER_TILES} opensOverPage={opensOverPage} />
            {post.withheld?.decisionId && (
              <ButtonLink
                href={DECISIONS}
                prefetch={false}
                variant="secondary"
                size="sm"
                className="absolute! bottom-2 left-1/2 -translate-x-1/2"
              >
                {t("Appeal")}
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
      {isFetchingNextPage && (
        <div className="pt-1">
          <TileSkeletons label={t("Loading more posts")} count={3} />
        </div>
      )}
      {isFetchNextPageError && !isFetchingNextPage && (
        <ErrorState error={query.error} onRetry={() => fetchNextPage()} />
      )}
      {hasNextPage && <div ref={sentinel} aria-hidden className="h-4" />}
    </>
  );
}

function TileSkeletons({ label, count }: { label: string; count: number }) {
  return (
    <SkeletonGroup
      label={label}
      className="grid grid-cols-3 gap-1 overflow-hidden md:rounded-card"
      count={count}
    >
      <Skeleton className="aspect-square rounded-none" />
    </SkeletonGroup>
  );
}
