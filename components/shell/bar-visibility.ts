/**
 * When the bottom bar shows (the specification, §2): it hides on scrolling down and comes back
 * after two upward scroll events. Pure, so that the rule can be read and tested alone.
 */

export type BarVisibility = {
  hidden: boolean;
  /** Upward scroll events since the last downward one. */
  upward: number;
  /** Where the page was, in pixels. */
  at: number;
};

export const BAR_AT_START: BarVisibility = { hidden: false, upward: 0, at: 0 };

const UPWARD_EVENTS = 2;

/** What follows from the page now being scrolled to `to`. `end` is as far as it goes. */
export function afterScroll(before: BarVisibility, to: number, end: number): BarVisibility {
  // Rubber bands past either end spring back: that is no scrolling of the person's.
  const at = Math.min(Math.max(to, 0), Math.max(end, 0));
  if (at === 0) return BAR_AT_START;
  if (at === before.at) return before;
  if (at > before.at) return { hidden: true, upward: 0, at };
  const upward = before.upward + 1;
  return { hidden: before.hidden && upward < UPWARD_EVENTS, upward, at };
}
