/**
 * When the bottom bar shows: it hides on scrolling down and returns after two upward scroll events
 * (docs/product.md, The shell). Pure, so that the rule can be tested without a browser.
 */

export type BarVisibility = {
  hidden: boolean;
  /** Upward scroll events since the last downward one. */
  upward: number;
  /** The scroll position in pixels. */
  position: number;
};

export const BAR_AT_START: BarVisibility = { hidden: false, upward: 0, position: 0 };

const UPWARD_EVENTS_TO_SHOW = 2;

/** The next state after a scroll event to `target`. `end` is the largest scroll position. */
export function afterScroll(previous: BarVisibility, target: number, end: number): BarVisibility {
  // Overscroll springs back by itself, which is not scrolling.
  const position = Math.min(Math.max(target, 0), Math.max(end, 0));
  if (position === 0) return BAR_AT_START;
  if (position === previous.position) return previous;
  if (position > previous.position) return { hidden: true, upward: 0, position };
  const upward = previous.upward + 1;
  return { hidden: previous.hidden && upward < UPWARD_EVENTS_TO_SHOW, upward, position };
}
