/** The part of a name that is typed after an `@`, and where its list of people is. */

export type NamePart = { /** The position of its `@`. */ start: number; q: string };

/** An `@` that begins a word, and up to 30 letters after it: no username is longer. */
const NAME_PART = /(?<![\p{L}\p{M}\p{N}_.@/])@([\p{L}\p{M}\p{N}.]{0,30})$/u;

/** What is typed of a name before the caret of a field; undefined where there is no `@`. */
export function namePartAt(field: HTMLTextAreaElement): NamePart | undefined {
  const { value, selectionStart, selectionEnd } = field;
  const match = selectionStart === selectionEnd && NAME_PART.exec(value.slice(0, selectionStart));
  return match ? { start: match.index, q: match[1] ?? "" } : undefined;
}

/** Puts `@username` and a space in its place, as if typed, with the caret behind them. */
export function replaceNamePart(field: HTMLTextAreaElement, { start, q }: NamePart, username: string): void {
  const caret = start + 1 + q.length;
  // With the caret in the middle of the name, its rest is replaced, too, and a space is not doubled.
  const rest = /^[\p{L}\p{M}\p{N}.]* ?/u.exec(field.value.slice(caret))?.[0] ?? "";
  field.setRangeText(`@${username} `, start, caret + rest.length, "end");
  field.dispatchEvent(new InputEvent("input", { bubbles: true }));
}

/** From the edges of the screen, and from the field. */
const MARGIN = 8;
const WIDTH_MAX = 320;
const HEIGHT_MAX = 264;
/** With less room below a field, as above a phone's keyboard, the list is above it. */
const HEIGHT_MIN = 160;

/** The style of a list below a field, or above it, within what is seen of the page. */
export function placeBeside(
  field: HTMLElement,
): Record<"left" | "width" | "top" | "bottom" | "maxHeight", string> {
  const box = field.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const seen = window.visualViewport;
  const top = (seen?.offsetTop ?? 0) + MARGIN;
  const bottom = (seen ? seen.offsetTop + seen.height : clientHeight) - MARGIN;
  const width = Math.min(WIDTH_MAX, clientWidth - 2 * MARGIN);
  const left = Math.max(MARGIN, Math.min(box.left, clientWidth - MARGIN - width));
  const above = box.top - MARGIN / 2 - top;
  const below = bottom - box.bottom - MARGIN / 2;
  const isBelow = below >= HEIGHT_MIN || below >= above;
  // Next to a field that fills the screen, it covers the end of it.
  const height = Math.min(HEIGHT_MAX, Math.max(HEIGHT_MIN, isBelow ? below : above));
  return {
    left: `${left}px`,
    width: `${width}px`,
    top: isBelow ? `${Math.min(box.bottom + MARGIN / 2, bottom - height)}px` : "auto",
    bottom: isBelow ? "auto" : `${clientHeight - box.top + MARGIN / 2}px`,
    maxHeight: `${height}px`,
  };
}
