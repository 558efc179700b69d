"use client";

import { type RefObject, useEffect, useEffectEvent } from "react";

/**
 * The place in a list of posts survives a reload, and a visit to another site: the browser alone can only go back to what
 * the page holds at once, which is its first ten posts. Kept by post, not by pixels, so that new posts move nothing.
 */

/** A post that was on screen, how far below the upper edge it began (in pixels), and how much was loaded. */
type Place = { postId: string; top: number; pages: number };

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
export function useKeptPlace(list: RefObject<HTMLElement | null>, { pages, hasMore, loadMore }: List): void {
  const leave = useEffectEvent(() => {
    const post = articlesOf(list.current).find((each) => each.getBoundingClientRect().bottom > 0);
    const postId = window.scrollY > 0 ? post?.dataset.post : undefined;
    writePlace(post && postId ? { postId, top: post.getBoundingClientRect().top, pages } : undefined);
  });
  const more = useEffectEvent(async () => {
    const before = articlesOf(list.current).length;
    if (!hasMore || !(await loadMore())) return false;
    return shown(() => articlesOf(list.current).length > before);
  });

  useEffect(() => {
    const onHide = () => leave();
    window.addEventListener("pagehide", onHide);
    return () => window.removeEventListener("pagehide", onHide);
  }, []);

  useEffect(() => {
    const moved = new AbortController();
    const goBack = async (place: Place) => {
      // Whoever moves meanwhile has chosen another place.
      for (const type of ["wheel", "touchstart", "pointerdown", "keydown"]) {
        window.addEventListener(type, () => moved.abort(), { signal: moved.signal, passive: true });
      }
      // The browser would go where this page ended when it first came.
      history.scrollRestoration = "manual";
      // One page more than there was: what came meanwhile is at the top.
      for (let left = place.pages + 1; left >= 0 && !moved.signal.aborted; left--) {
        const post = articlesOf(list.current).find((each) => each.dataset.post === place.postId);
        if (post) {
          window.scrollBy({ top: post.getBoundingClientRect().top - place.top, behavior: "instant" });
          break;
        }
        if (!(await more())) break;
      }
      history.scrollRestoration = "auto";
      moved.abort();
    };
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

/** Waits until what was loaded is on the page, for a second at most; false when it is not. */
async function shown(isThere: () => boolean): Promise<boolean> {
  for (let look = 0; look < 60 && !isThere(); look++) await new Promise((resolve) => setTimeout(resolve, 16));
  return isThere();
}
