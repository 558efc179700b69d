import type { PostCardHandle } from "@/components/posts/post-card/post-card";

/**
 * A post that was on screen, its distance from the top of the window in pixels, and how many pages
 * were loaded.
 */
export type Place = { postId: string; top: number; pages: number };

type List = {
  cards: () => PostCardHandle[];
  /** Loads the next page; true if that succeeded. */
  loadMore: () => Promise<boolean>;
};

/**
 * Scrolls a list of posts back to `place`, loading pages until the post appears. Stops as soon as
 * the person scrolls or presses something.
 */
export async function returnToPlace(
  place: Place,
  { cards, loadMore }: List,
  moved: AbortController,
): Promise<void> {
  for (const type of ["wheel", "touchstart", "pointerdown", "keydown"]) {
    window.addEventListener(type, () => moved.abort(), { signal: moved.signal, passive: true });
  }
  // The browser's own restoration would scroll to the end of the first page.
  history.scrollRestoration = "manual";
  // One page more than before: newer posts may have pushed the post down.
  for (let left = place.pages + 1; left >= 0 && !moved.signal.aborted; left--) {
    const post = cards()
      .find(({ postId }) => postId === place.postId)
      ?.element();
    if (post) {
      window.scrollBy({ top: post.getBoundingClientRect().top - place.top, behavior: "instant" });
      break;
    }
    const before = cards().length;
    if (!(await loadMore()) || !(await waitUntil(() => cards().length > before))) break;
  }
  history.scrollRestoration = "auto";
  moved.abort();
}

/** Waits for React to render what was loaded: on a slow phone that takes longer than a second. */
async function waitUntil(isRendered: () => boolean): Promise<boolean> {
  for (let attempt = 0; attempt < 300 && !isRendered(); attempt++)
    await new Promise((resolve) => setTimeout(resolve, 16));
  return isRendered();
}
