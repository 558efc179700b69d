import { graphemes } from "@/lib/api/graphemes";

/** Text as people see it: counted in user-perceived characters. */

/**
 * Letters, signs and spaces that stand for themselves and join nothing before them: a text of these needs no segmenting.
 * (CR LF is the one cluster of two among the controls, so CR is none of them.)
 */
const PLAIN = /^[\n\x20-\x7e\xa1-\xac\xae-\u02ff\u2010-\u2027\u20a0-\u20bf]*$/;

/** User-perceived characters: a family emoji or a letter with its marks counts one. */
export function countCharacters(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let count = 0;
  for (const _ of graphemes(text)) count++;
  return count;
}

/** The first `max` user-perceived characters. */
export function firstCharacters(text: string, max: number): string {
  if (text.length <= max) return text;
  // With the one after, because that may belong to the last.
  if (PLAIN.test(text.slice(0, max + 1))) return text.slice(0, max);
  let count = 0;
  for (const { index } of graphemes(text)) {
    if (count++ === max) return text.slice(0, index);
  }
  return text;
}

/** True when something of the text can be seen: more than spaces, controls and zero-width characters. */
export function isVisible(text: string): boolean {
  return /[^\s\p{C}\p{Z}\p{DI}\u2800]/u.test(text);
}
