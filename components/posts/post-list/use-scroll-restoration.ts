"use client";

import { useEffect, useEffectEvent, useRef } from "react";
import type { PostCardHandle } from "@/components/posts/post-card/post-card";
import { persistedStore } from "@/lib/store/persisted-store";

/**
 * The list of posts that this tab left last, for a reload or Back from another site: the key of its
 * history entry, a post that was on screen, its distance from the top of the window in pixels, and
 * how many pages were loaded. With the post, newer ones do not shift the position.
 */
const place = persistedStore({
  area: "session",
  keys: ["place"],
  initial: { entry: "", postId: "", top: 0, pages: 0 },
});

const currentEntry = () => window.navigation?.currentEntry?.key;
const topOf = (card: PostCardHandle) => card.element()?.getBoundingClientRect().top ?? 0;

type List = {
  cards: () => PostCardHandle[];
  /** How many pages of posts are rendered; 0 while only those of the page's HTML are. */
  pages: number;
  hasMore: boolean;
  isLoading: boolean;
  loadMore: () => void;
};

/**
 * Restores the scroll position of a list of posts after a reload or a visit to another site, unless
 * the person scrolls or presses something. The browser's own restoration only reaches the end of
 * the first page, because the list starts with no more.
 */
export function useScrollRestoration({ cards, pages, hasMore, isLoading, loadMore }: List): void {
  /** Where the list is still to return to. */
  const goal = useRef<ReturnType<typeof place.getState>>(undefined);
  const setGoal = (next: typeof goal.current) => {
    goal.current = next;
    history.scrollRestoration = next ? "manual" : "auto";
  };
  const savePlace = useEffectEvent(() => {
    const first = cards().find((card) => (card.element()?.getBoundingClientRect().bottom ?? 0) > 0);
    const entry = currentEntry();
    if (first && entry && window.scrollY > 0)
      place.setState({ entry, postId: first.postId, top: topOf(first), pages });
    else place.clear();
  });
  const start = useEffectEvent(() => {
    if (place.getState().entry !== currentEntry()) return;
    setGoal(place.getState());
    place.clear();
  });
  const stop = useEffectEvent(() => setGoal(undefined));
  const approach = useEffectEvent(() => {
    if (!goal.current || pages === 0) return;
    const { postId, top, pages: pagesBefore } = goal.current;
    const card = cards().find((candidate) => candidate.postId === postId);
    if (card) window.scrollBy({ top: topOf(card) - top, behavior: "instant" });
    // One page more than before: newer posts may have pushed the post down.
    const isFurther = !card && hasMore && pages <= pagesBefore;
    if (!isFurther) setGoal(undefined);
    else if (!isLoading) loadMore();
  });

  useEffect(() => {
    start();
    const left = new AbortController();
    const on = (type: string, listener: () => void) =>
      window.addEventListener(type, listener, { signal: left.signal, passive: true });
    for (const type of ["wheel", "touchstart", "pointerdown", "keydown"]) on(type, () => stop());
    on("pagehide", () => savePlace());
    // The browser had preserved the whole page.
    on("pageshow", place.clear);
    return () => left.abort();
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them may be a step
  useEffect(() => approach(), [pages, isLoading]);
}
