/**
 * A post that was on screen, how far below the upper edge it began (in pixels), and how much was
 * loaded.
 */
export type Place = { postId: string; top: number; pages: number };

/** The list's `article` elements, and how more of them are loaded: true when they came. */
type List = { articles: () => HTMLElement[]; more: () => Promise<boolean> };

/**
 * Scrolls a list of posts to where it was, loading on until the post is there. Ends when the person
 * moves themselves.
 */
export async function returnToPlace(
  place: Place,
  { articles, more }: List,
  moved: AbortController,
): Promise<void> {
  // Whoever moves meanwhile has chosen another place.
  for (const type of ["wheel", "touchstart", "pointerdown", "keydown"]) {
    window.addEventListener(type, () => moved.abort(), { signal: moved.signal, passive: true });
  }
  // The browser would go where this page ended when it first came.
  history.scrollRestoration = "manual";
  // One page more than there was: what came meanwhile is at the top.
  for (let left = place.pages + 1; left >= 0 && !moved.signal.aborted; left--) {
    const post = articles().find((each) => each.dataset.post === place.postId);
    if (post) {
      window.scrollBy({ top: post.getBoundingClientRect().top - place.top, behavior: "instant" });
      break;
    }
    const before = articles().length;
    if (!(await more()) || !(await shown(() => articles().length > before))) break;
  }
  history.scrollRestoration = "auto";
  moved.abort();
}

/** Waits until what was loaded is on the page, for a second at most; false when it is not. */
async function shown(isThere: () => boolean): Promise<boolean> {
  for (let look = 0; look < 60 && !isThere(); look++) await new Promise((resolve) => setTimeout(resolve, 16));
  return isThere();
}
