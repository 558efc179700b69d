"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ArrowUp } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { Spinner } from "@/components/ui/progress";
import { announce } from "@/lib/dom/announce";
import { once, useShortcuts } from "@/lib/dom/use-shortcuts";
import { useTranslate } from "@/lib/language/translate";
import { hasNewPosts, type PostPages, postItems } from "@/lib/posts/client/cache";
import { onRefreshWanted } from "@/lib/posts/client/feed-top";
import { useRefreshFeed } from "@/lib/posts/client/mutations";
import { feedOptions, newestPostsOptions } from "@/lib/posts/client/queries";
import type { FeedName } from "@/lib/posts/policy";
import { useMe } from "@/lib/profiles/client/queries";
import { savesData } from "@/lib/settings/client/preferences";

/** How often a visible page checks for new posts, should the live stream not tell it. */
const POLL_INTERVAL_MS = 2 * 60_000;
/** The age from which an answer is fetched again when the page becomes visible. */
const STALE_TIME_MS = 30_000;
const STALE_TIME_SAVING_DATA_MS = 5 * 60_000;

type Props = { feed: FeedName; onLoaded: (postId: string) => void };

/**
 * Loads new posts: by a button that floats over the feed when there are any, so that the layout
 * does not shift while people read, and by Home at its top. `onLoaded` gets the first post after a
 * press on the button, which is gone then.
 */
export function FeedRefresh({ feed: name, onLoaded }: Props) {
  const t = useTranslate();
  const me = useMe();
  const refresh = useRefreshFeed(name);
  const feed = useInfiniteQuery({ ...feedOptions(name), enabled: false });
  const posts = postItems.all(feed.data);
  // The viewer's own posts on top are not new to them, so look past these.
  const ownCount = posts.findIndex((post) => post.userId._id !== me?._id);
  const newest = useQuery({
    ...newestPostsOptions(name, Math.min(10, Math.max(ownCount, 0) + 1)),
    initialData: [],
    initialDataUpdatedAt: feed.dataUpdatedAt,
    staleTime: savesData() ? STALE_TIME_SAVING_DATA_MS : STALE_TIME_MS,
    refetchInterval: () => (savesData() ? false : POLL_INTERVAL_MS),
    refetchOnWindowFocus: true,
  });
  // Undefined where it failed after someone was hidden: nothing older stays (lib/query/reload.ts).
  const hasNews = feed.data !== undefined && hasNewPosts(posts, newest.data ?? [], me?._id);

  const load = (onSuccess?: (pages: PostPages) => void) => {
    if (!refresh.isPending) refresh.mutate(undefined, { onSuccess });
  };
  const handleLoaded = (pages: PostPages) => {
    const [first] = postItems.all(pages);
    window.scrollTo({ top: 0, behavior: "instant" });
    if (first) onLoaded(first._id);
  };
  const loadAtTop = useEffectEvent(() => load());
  useEffect(() => onRefreshWanted(() => loadAtTop()), []);

  useShortcuts({
    ".": once(async () => {
      if (hasNews) return load(handleLoaded);
      const { data = [] } = await newest.refetch();
      if (hasNewPosts(posts, data, me?._id)) load(handleLoaded);
      else announce(t("No new posts."));
    }),
  });

  const message = hasNews ? t("New posts") : t("Feed updated");
  return (
    <div className="pointer-events-none sticky top-[calc(3.75rem+env(safe-area-inset-top))] z-20 flex h-0 justify-center md:top-22">
      <span role="status" className="sr-only">
        {hasNews || refresh.isSuccess ? message : ""}
      </span>
      {hasNews || refresh.isError ? (
        <button
          type="button"
          onClick={() => load(handleLoaded)}
          aria-busy={refresh.isPending || undefined}
          className="pointer-events-auto inline-flex h-11 animate-rise items-center gap-2 rounded-full bg-brand px-5 font-semibold text-on-brand shadow-float forced-colors:border"
        >
          {refresh.isPending ? <Spinner className="size-4" /> : <ArrowUp aria-hidden className="size-4" />}
          {refresh.isError ? t("New posts couldn't be loaded. Try Again") : t("New posts")}
        </button>
      ) : (
        refresh.isPending && (
          <span
            aria-hidden
            className="grid size-11 shrink-0 place-items-center rounded-full border border-line bg-surface text-brand shadow-float"
          >
            <Spinner className="size-5" />
          </span>
        )
      )}
    </div>
  );
}
