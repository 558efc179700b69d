"use client";

import { useEffect, useEffectEvent } from "react";
import type { PostCardHandle } from "@/components/posts/post-card/post-card";
import type { Place } from "@/components/posts/post-list/return-to-place";

/**
 * Restores the scroll position of a list of posts after a reload or a visit to another site. The
 * browser's own restoration only reaches the first ten posts, because the page starts with no more.
 * The position is stored as a post, not in pixels, so that new posts do not shift it.
 */

const keyOf = () => `place:${location.pathname}${location.search}`;

/** Only the first list of a page load can have a stored position to return to. */
let isFirstList = true;

/** The stored position, if the page was reloaded or reached with Back at the list's address. */
function placeToReturnTo(): Place | undefined {
  const place = isFirstList ? readPlace() : undefined;
  isFirstList = false;
  if (!place) return undefined;
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (navigation?.type !== "reload" && navigation?.type !== "back_forward") return undefined;
  const { pathname, search } = new URL(navigation.name);
  return pathname === location.pathname && search === location.search ? place : undefined;
}

function readPlace(): Place | undefined {
  try {
    const place = JSON.parse(sessionStorage.getItem(keyOf()) ?? "null") as Partial<Place> | null;
    const { postId, top, pages } = place ?? {};
    const isComplete = typeof postId === "string" && typeof top === "number" && typeof pages === "number";
    return isComplete ? { postId, top, pages } : undefined;
  } catch {
    // Storage is blocked, or holds something else: the list starts at the top.
    return undefined;
  }
}

function writePlace(place: Place | undefined): void {
  try {
    if (place) sessionStorage.setItem(keyOf(), JSON.stringify(place));
    else sessionStorage.removeItem(keyOf());
  } catch {
    // Storage is blocked or full: the list will start at the top.
  }
}

type List = {
  cards: () => PostCardHandle[];
  pages: number;
  hasMore: boolean;
  /** Loads the next page; true if that succeeded. */
  loadMore: () => Promise<boolean>;
};

/** Stores the scroll position of a list of posts, and restores it. */
export function useScrollRestoration({ cards, pages, hasMore, loadMore }: List): void {
  const savePlace = useEffectEvent(() => {
    const boxOf = (card: PostCardHandle) => card.element()?.getBoundingClientRect();
    const first = cards().find((card) => (boxOf(card)?.bottom ?? 0) > 0);
    const isScrolled = window.scrollY > 0;
    writePlace(
      first && isScrolled ? { postId: first.postId, top: boxOf(first)?.top ?? 0, pages } : undefined,
    );
  });
  const currentCards = useEffectEvent(() => cards());
  const loadNext = useEffectEvent(async () => hasMore && loadMore());

  useEffect(() => {
    const onHide = () => savePlace();
    window.addEventListener("pagehide", onHide);
    return () => window.removeEventListener("pagehide", onHide);
  }, []);

  useEffect(() => {
    const moved = new AbortController();
    const goBack = (place: Place) =>
      import("@/components/posts/post-list/return-to-place").then(
        ({ returnToPlace }) =>
          returnToPlace(place, { cards: () => currentCards(), loadMore: loadNext }, moved),
        () => undefined, // Offline: the list starts at the top.
      );
    // Deferred, because strict mode mounts every component twice.
    const timer = setTimeout(() => {
      const place = placeToReturnTo();
      if (place) void goBack(place);
    });
    return () => {
      clearTimeout(timer);
      moved.abort();
    };
  }, []);
}
