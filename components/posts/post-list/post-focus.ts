import type { PostCardHandle } from "@/components/posts/post-card/post-card";

/** How the keyboard moves through a list of posts. Posts are focusable articles. */

/** The card that contains the focus. */
export const focusedCard = (cards: PostCardHandle[]): PostCardHandle | undefined =>
  cards.find((card) => card.element()?.contains(document.activeElement));

const isOnScreen = (card: PostCardHandle) => {
  const { top, bottom } = placeOf(card);
  return bottom > 0 && top < window.innerHeight;
};

const placeOf = (card: PostCardHandle) => card.element()?.getBoundingClientRect() ?? new DOMRect();

/**
 * Moves the focus to the next (`by` 1) or the previous (-1) post and scrolls it below the head.
 * Starts at the focused post if it is on screen, else at the scroll position. Returns the number of
 * posts after the newly focused one.
 */
export function stepThroughPosts(cards: PostCardHandle[], by: 1 | -1): number {
  const focused = focusedCard(cards);
  const target = focused && isOnScreen(focused) ? cards[cards.indexOf(focused) + by] : nearest(cards, by);
  target?.element()?.focus({ preventScroll: true });
  // Instant: with smooth scrolling, a fast second key would interrupt the first.
  target?.element()?.scrollIntoView({ block: "start", behavior: "instant" });
  return target ? cards.length - 1 - cards.indexOf(target) : 0;
}

/** The first post below the scroll position, or the last one above it. */
function nearest(cards: PostCardHandle[], by: 1 | -1): PostCardHandle | undefined {
  const first = cards[0]?.element();
  const line = Number.parseFloat(first ? getComputedStyle(first).scrollMarginTop : "0") || 0;
  return by === 1
    ? cards.find((card) => placeOf(card).top > line + 1)
    : cards.findLast((card) => placeOf(card).top < line - 1);
}

/**
 * Whether the element uses Page Down itself: a text field, a video's controls, or anything in a box
 * inside `list` that scrolls.
 */
export function scrollsItself(element: HTMLElement, list: HTMLElement): boolean {
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLVideoElement) return true;
  for (let box: HTMLElement | null = element; box && box !== list; box = box.parentElement) {
    const { overflowY } = getComputedStyle(box);
    if (overflowY === "auto" || overflowY === "scroll") return true;
  }
  return false;
}
