"use client";

import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowUp } from "lucide-react";
import { useRef, useState } from "react";
import { focusWhenThere } from "@/components/posts/post-keys";
import { Spinner } from "@/components/ui/spinner";
import { newestPostsOptions, newSince, renewFeed } from "@/lib/posts/newest";
import { feedOptions, loadedPosts } from "@/lib/posts/queries";
import { savesData } from "@/lib/store/preferences";
import { useMe } from "@/lib/users/queries";

/** How often a visible page asks for what is new, and how old an answer may be when one comes back to it; with little data. */
const LOOK_EVERY_MS = 60_000;
const FRESH_MS = 30_000;
const FRESH_MS_SAVING = 5 * 60_000;

/**
 * Says that there are posts newer than what the feed shows, and brings them when pressed. It floats over the feed and takes
 * no room, so that nothing moves under anybody's eyes.
 */
export function NewPosts() {
  const client = useQueryClient();
  const me = useMe();
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<"waiting" | "loading" | "failed">("waiting");
  const feed = useInfiniteQuery({ ...feedOptions(), enabled: false });
  const shown = loadedPosts(feed.data);
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
  const isNews = feed.data !== undefined && newSince(shown, newest.data, me?._id);

  const show = async () => {
    setState("loading");
    try {
      const first = await renewFeed(client);
      setState("waiting");
      window.scrollTo({ top: 0, behavior: "instant" });
      const column = place.current?.parentElement;
      if (first && column) {
        focusWhenThere(column, `article[data-post="${first._id}"]`, { preventScroll: true });
      }
    } catch {
      // No connection, say: the pill stays and says so.
      setState("failed");
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
          onClick={() => state !== "loading" && void show()}
          aria-busy={state === "loading" || undefined}
          className="pointer-events-auto inline-flex h-11 animate-rise items-center gap-2 rounded-full bg-brand px-5 font-semibold text-on-brand shadow-float"
        >
          {state === "loading" ? <Spinner className="size-4" /> : <ArrowUp aria-hidden className="size-4" />}
          {state === "failed" ? "New posts couldn't be loaded. Try Again" : "New posts"}
        </button>
      )}
    </div>
  );
}
