"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ArrowUp } from "lucide-react";
import { useRef } from "react";
import { focusWhenPresent } from "@/components/posts/post-list/keyboard-actions";
import { Spinner } from "@/components/ui/spinner";
import { hasNewPosts, postItems } from "@/lib/posts/client/cache";
import { useRefreshFeed } from "@/lib/posts/client/mutations";
import { feedOptions, newestPostsOptions } from "@/lib/posts/client/queries";
import type { FeedAnswer } from "@/lib/posts/schema";
import { useMe } from "@/lib/profiles/client/queries";
import { savesData } from "@/lib/settings/client/preferences";

/**
 * How often a visible page asks for what is new, and how old an answer may be when one comes back
 * to it; with little data.
 */
const LOOK_EVERY_MS = 60_000;
const FRESH_MS = 30_000;
const FRESH_MS_SAVING = 5 * 60_000;

/**
 * Says that there are posts newer than what the feed shows, and brings them when pressed. It floats
 * over the feed and takes no room, so that nothing moves under anybody's eyes.
 */
export function NewPosts() {
  const me = useMe();
  const place = useRef<HTMLDivElement>(null);
  const refresh = useRefreshFeed();
  const feed = useInfiniteQuery({ ...feedOptions(), enabled: false });
  const shown = postItems.all(feed.data);
  // One's own posts on top are no news, but may hide what is.
  const own = shown.findIndex((post) => post.userId._id !== me?._id);
  const newest = useQuery({
    ...newestPostsOptions(Math.min(10, Math.max(own, 0) + 1)),
    initialData: [],
    initialDataUpdatedAt: feed.dataUpdatedAt,
    staleTime: savesData() ? FRESH_MS_SAVING : FRESH_MS,
    refetchInterval: () => (savesData() ? false : LOOK_EVERY_MS),
    refetchOnWindowFocus: true,
  });
  const isNews = feed.data !== undefined && hasNewPosts(shown, newest.data, me?._id);

  const bringFirst = ({ posts: [first] }: FeedAnswer) => {
    window.scrollTo({ top: 0, behavior: "instant" });
    const column = place.current?.parentElement;
    if (first && column) {
      focusWhenPresent(column, `article[data-post="${first._id}"]`, { preventScroll: true });
    }
  };
  return (
    <div ref={place} className="pointer-events-none sticky top-18 z-20 flex h-0 justify-center md:top-4">
      <span role="status" className="sr-only">
        {isNews ? "New posts" : ""}
      </span>
      {isNews && (
        <button
          type="button"
          onClick={() => refresh.isPending || refresh.mutate(undefined, { onSuccess: bringFirst })}
          aria-busy={refresh.isPending || undefined}
          className="pointer-events-auto inline-flex h-11 animate-rise items-center gap-2 rounded-full bg-brand px-5 font-semibold text-on-brand shadow-float"
        >
          {refresh.isPending ? <Spinner className="size-4" /> : <ArrowUp aria-hidden className="size-4" />}
          {refresh.isError ? "New posts couldn't be loaded. Try Again" : "New posts"}
        </button>
      )}
    </div>
  );
}
