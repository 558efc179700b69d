"use client";

import { type RefObject, useEffect, useEffectEvent } from "react";
import type { Place } from "@/components/posts/post-list/return-to-place";

/**
 * The place in a list of posts survives a reload, and a visit to another site: the browser alone
 * can only go back to what the page holds at once, which is its first ten posts. Kept by post, not
 * by pixels, so that new posts move nothing.
 */

const keyOf = () => `place:${location.pathname}${location.search}`;

/** Only the first list of a page can be one that was there before. */
let isFirstList = true;

/** The place to go back to: the page was reloaded, or come back to, at the address of the list. */
function placeToReturnTo(): Place | undefined {
  const place = isFirstList ? readPlace() : undefined;
  isFirstList = false;
  if (!place) return undefined;
  const [arrival] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (arrival?.type !== "reload" && arrival?.type !== "back_forward") return undefined;
  const { pathname, search } = new URL(arrival.name);
  return pathname === location.pathname && search === location.search ? place : undefined;
}

function readPlace(): Place | undefined {
  try {
    const place = JSON.parse(sessionStorage.getItem(keyOf()) ?? "null") as Partial<Place> | null;
    const { postId, top, pages } = place ?? {};
    const isWhole = typeof postId === "string" && typeof top === "number" && typeof pages === "number";
    return isWhole ? { postId, top, pages } : undefined;
  } catch {
    // Blocked, or written by something else: the list begins at its beginning.
    return undefined;
  }
}

function writePlace(place: Place | undefined): void {
  try {
    if (place) sessionStorage.setItem(keyOf(), JSON.stringify(place));
    else sessionStorage.removeItem(keyOf());
  } catch {
    // Blocked or full: the list will begin at its beginning.
  }
}

const articlesOf = (list: HTMLElement | null) => [
  ...(list?.querySelectorAll<HTMLElement>(":scope > article") ?? []),
];

type List = {
  pages: number;
  hasMore: boolean;
  /** Loads the next page; true when it came. */
  loadMore: () => Promise<boolean>;
};

/** Keeps the place of a list of articles, and brings it back. */
export function useScrollRestoration(
  list: RefObject<HTMLElement | null>,
  { pages, hasMore, loadMore }: List,
): void {
  const leave = useEffectEvent(() => {
    const post = articlesOf(list.current).find((each) => each.getBoundingClientRect().bottom > 0);
    const postId = window.scrollY > 0 ? post?.dataset.post : undefined;
    writePlace(post && postId ? { postId, top: post.getBoundingClientRect().top, pages } : undefined);
  });
  const more = useEffectEvent(async () => hasMore && loadMore());

  useEffect(() => {
    const onHide = () => leave();
    window.addEventListener("pagehide", onHide);
    return () => window.removeEventListener("pagehide", onHide);
  }, []);

  useEffect(() => {
    const moved = new AbortController();
    const goBack = (place: Place) =>
      import("@/components/posts/post-list/return-to-place").then(
        ({ returnToPlace }) =>
          returnToPlace(place, { articles: () => articlesOf(list.current), more }, moved),
        () => undefined, // No connection: the list begins at its beginning.
      );
    // Later, because strict mode builds everything twice.
    const timer = setTimeout(() => {
      const place = placeToReturnTo();
      if (place) void goBack(place);
    });
    return () => {
      clearTimeout(timer);
      moved.abort();
    };
  }, [list]);
}
