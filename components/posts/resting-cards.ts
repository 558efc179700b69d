/**
 * Cards far from the screen rest: the browser neither lays them out nor paints them (`content-visibility`). A card rests
 * only once it was shown and its height is known, and takes exactly that height meanwhile, also when its list is built
 * anew by the back button: so a place in a list of hundreds stays the same pixel. Heights that are guessed would not do.
 */

const heights = new Map<string, number>();
/** The width of the window that the heights belong to. */
let measuredAt = 0;
let observer: ResizeObserver | undefined;
const resting = new WeakSet<Element>();

/** Older browsers show every card as before. */
const canRest = () => typeof CSS !== "undefined" && CSS.supports("content-visibility", "auto");

/** For a card's `ref`: lets it rest while it is out of sight. */
export function restOutOfSight(card: HTMLElement): () => void {
  if (!canRest()) return () => {};
  if (measuredAt !== window.innerWidth) forgetHeights();
  const known = heights.get(card.dataset.post ?? "");
  if (known !== undefined) rest(card, known);
  card.addEventListener("contentvisibilityautostatechange", onStateChange);
  observer ??= new ResizeObserver(measure);
  observer.observe(card);
  return () => {
    card.removeEventListener("contentvisibilityautostatechange", onStateChange);
    observer?.unobserve(card);
  };
}

function measure(entries: ResizeObserverEntry[]): void {
  if (measuredAt !== window.innerWidth) forgetHeights();
  for (const { target, contentRect } of entries) {
    // A resting card reports the height it was given, for the width it had.
    if (resting.has(target) || contentRect.height === 0 || !(target instanceof HTMLElement)) continue;
    heights.set(target.dataset.post ?? "", contentRect.height);
    rest(target, contentRect.height);
  }
}

function rest(card: HTMLElement, height: number): void {
  // `auto`: once shown, the browser's own memory of the height comes first.
  card.style.containIntrinsicBlockSize = `auto ${height}px`;
  card.style.contentVisibility = "auto";
}

function onStateChange(event: Event): void {
  if (!(event.target instanceof HTMLElement)) return;
  if ((event as ContentVisibilityAutoStateChangeEvent).skipped) resting.add(event.target);
  else resting.delete(event.target);
}

function forgetHeights(): void {
  heights.clear();
  measuredAt = window.innerWidth;
}
