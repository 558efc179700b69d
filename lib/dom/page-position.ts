"use client";

/**
 * Where Back returns to: the same pixel, with the focus on the post that was opened. The browser
 * restores the scroll position right after `popstate`, which is when React has rendered the page.
 * But while the screen to leave still fades in, React finishes that first: the browser then scrolls
 * the screen to leave, and no further than that reaches.
 */

/** How long the page may take to be as long as it was, and then to show the post. */
const PATIENCE_MS = 10_000;
const POST_PATIENCE_MS = 1_000;

/** How far a page was scrolled when a link was followed, and the path of that link. */
type Place = { y: number; path: string };

/** By the key of the history entry that was left. */
const places = new Map<string, Place>();

const longest = () => document.documentElement.scrollHeight - window.innerHeight;

/** Remembers places from now on, where the browser names its history entries. */
export function preservePagePosition(): void {
  const { navigation } = window;
  navigation?.addEventListener("navigate", ({ navigationType, destination }) => {
    const key = navigation.currentEntry?.key;
    if (!key || navigationType !== "push" || destination.url === location.href) return;
    places.set(key, { y: window.scrollY, path: new URL(destination.url).pathname });
  });
  window.addEventListener("popstate", () => {
    const key = navigation?.currentEntry?.key ?? "";
    const place = places.get(key);
    places.delete(key);
    if (place) void restore(place);
  });
}

/** The post on this page that has a page of its own at this path. */
const postAt = (path: string) => document.querySelector(`article a[href="${path}"]`)?.closest("article");

/** Returns to a place that the browser could not reach, until the person scrolls or presses. */
async function restore({ y, path }: Place): Promise<void> {
  const moved = new AbortController();
  const { signal } = moved;
  for (const type of ["wheel", "touchstart", "pointerdown", "keydown", "popstate"])
    window.addEventListener(type, () => moved.abort(), { signal, passive: true });
  /** Waits in frames. False if the person moved, or it took too long. */
  const comesTrue = async (condition: () => boolean, patience: number) => {
    const until = performance.now() + patience;
    while (!signal.aborted && !condition() && performance.now() < until)
      await new Promise(requestAnimationFrame);
    return !signal.aborted && condition();
  };
  await new Promise(requestAnimationFrame);
  const isLongEnough = () => longest() >= y;
  const wasTooShort = !isLongEnough();
  if ((await comesTrue(isLongEnough, PATIENCE_MS)) && wasTooShort)
    window.scrollTo({ top: y, behavior: "instant" });
  const isPostShown = () => postAt(path) !== undefined;
  const isPost = path.startsWith("/post/") && (await comesTrue(isPostShown, POST_PATIENCE_MS));
  if (isPost && document.activeElement === document.body) postAt(path)?.focus({ preventScroll: true });
  moved.abort();
}
