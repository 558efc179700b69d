"use client";

/**
 * The scroll position of Back. The browser restores it right after `popstate`, which is when React
 * has rendered the page. But while the screen to leave still fades in, React finishes that first:
 * the browser then scrolls the screen to leave, and no further than that reaches.
 */

/** How long the page may take to be as long as it was. */
const PATIENCE_MS = 10_000;

/** Where each page was left by a link: scroll positions by the keys of history entries. */
const positions = new Map<string, number>();

const longest = () => document.documentElement.scrollHeight - window.innerHeight;

/** Remembers positions from now on, where the browser names its history entries. */
export function preservePagePosition(): void {
  const { navigation } = window;
  navigation?.addEventListener("navigate", ({ navigationType, destination }) => {
    const key = navigation.currentEntry?.key;
    if (!key || navigationType !== "push" || destination.url === location.href) return;
    positions.set(key, window.scrollY);
  });
  window.addEventListener("popstate", () => {
    const key = navigation?.currentEntry?.key ?? "";
    const position = positions.get(key);
    positions.delete(key);
    if (position !== undefined) void restore(position);
  });
}

/**
 * Scrolls to `position` if the browser could not, unless the person scrolls or presses something.
 */
async function restore(position: number): Promise<void> {
  const moved = new AbortController();
  for (const type of ["wheel", "touchstart", "pointerdown", "keydown", "popstate"])
    window.addEventListener(type, () => moved.abort(), { signal: moved.signal, passive: true });
  const until = performance.now() + PATIENCE_MS;
  for (let isTooShort = false; performance.now() < until; isTooShort = true) {
    await new Promise(requestAnimationFrame);
    if (moved.signal.aborted) return;
    if (longest() < position) continue;
    if (isTooShort) window.scrollTo({ top: position, behavior: "instant" });
    break;
  }
  moved.abort();
}
