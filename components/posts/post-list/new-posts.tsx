"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ArrowUp } from "lucide-react";
import { Spinner } from "@/components/ui/progress";
import { announce } from "@/lib/dom/announce";
import { once, useShortcuts } from "@/lib/dom/use-shortcuts";
import { hasNewPosts, postItems } from "@/lib/posts/client/cache";
import { useRefreshFeed } from "@/lib/posts/client/mutations";
import { feedOptions, newestPostsOptions } from "@/lib/posts/client/queries";
import type { FeedAnswer } from "@/lib/posts/schema";
import { useMe } from "@/lib/profiles/client/queries";
import { savesData } from "@/lib/settings/client/preferences";

/** How often a visible page checks for new posts. */
const POLL_INTERVAL_MS = 60_000;
/** The age from which an answer is fetched again when the page becomes visible. */
const STALE_TIME_MS = 30_000;
const STALE_TIME_SAVING_DATA_MS = 5 * 60_000;

/**
 * Announces posts newer than those in the feed, and loads them when pressed. It floats over the
 * feed so that the layout does not shift while people read. `onLoaded` gets the first of them.
 */
export function NewPosts({ onLoaded }: { onLoaded: (postId: string) => void }) {
  const me = useMe();
  const refresh = useRefreshFeed();
  const feed = useInfiniteQuery({ ...feedOptions(), enabled: false });
  const posts = postItems.all(feed.data);
  // The viewer's own posts on top are not new to them, so look past these.
  const ownCount = posts.findIndex((post) => post.userId._id !== me?._id);
  const newest = useQuery({
    ...newestPostsOptions(Math.min(10, Math.max(ownCount, 0) + 1)),
    initialData: [],
    initialDataUpdatedAt: feed.dataUpdatedAt,
    staleTime: savesData() ? STALE_TIME_SAVING_DATA_MS : STALE_TIME_MS,
    refetchInterval: () => (savesData() ? false : POLL_INTERVAL_MS),
    refetchOnWindowFocus: true,
  });
  const hasNews = feed.data !== undefined && hasNewPosts(posts, newest.data, me?._id);

  const handleLoaded = ({ posts: [first] }: FeedAnswer) => {
    window.scrollTo({ top: 0, behavior: "instant" });
    if (first) onLoaded(first._id);
  };
  const load = () => refresh.isPending || refresh.mutate(undefined, { onSuccess: handleLoaded });
  useShortcuts({
    ".": once(async () => {
      if (hasNews) return load();
      const { data = [] } = await newest.refetch();
      if (hasNewPosts(posts, data, me?._id)) load();
      else announce("No new posts.");
    }),
  });
  return (
    <div className="pointer-events-none sticky top-18 z-20 flex h-0 justify-center md:top-4">
      <span role="status" className="sr-only">
        {hasNews ? "New posts" : ""}
      </span>
      {hasNews && (
        <button
          type="button"
          onClick={load}
          aria-busy={refresh.isPending || undefined}
          className="pointer-events-auto inline-flex h-11 animate-rise items-center gap-2 rounded-full bg-brand px-5 font-semibold text-on-brand shadow-float forced-colors:border"
        >
          {refresh.isPending ? <Spinner className="size-4" /> : <ArrowUp aria-hidden className="size-4" />}
          {refresh.isError ? "New posts couldn't be loaded. Try Again" : "New posts"}
        </button>
      )}
    </div>
  );
}
