import { charactersOf, isPlain } from "@/lib/text/graphemes";

/** Text as people see it: counted in user-perceived characters. */

/** User-perceived characters: a family emoji or a letter with its marks counts one. */
export function countCharacters(text: string): number {
  return charactersOf(text).length;
}

/** The first `max` user-perceived characters. */
export function firstCharacters(text: string, max: number): string {
  if (text.length <= max) return text;
  // With the one after, because that may belong to the last.
  if (isPlain(text.slice(0, max + 1))) return text.slice(0, max);
  return [...charactersOf(text)].slice(0, max).join("");
}

/**
 * True when something of the text can be seen: more than spaces, controls and zero-width
 * characters.
 */
export function isVisible(text: string): boolean {
  return /[^\s\p{C}\p{Z}\p{DI}\u2800]/u.test(text);
}

/** Bytes of a text in UTF-8. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/**
 * More marks in a row than any script's words have (Burmese has five on a letter), joiners among
 * them or not.
 */
const MARKS_IN_A_ROW = /[\p{M}\u200c\u200d]{7}/u;
/** Code points of one user-perceived character. The longest emoji people send have ten. */
const CODE_POINTS_MAX = 24;

/**
 * True for text that piles marks on a letter until they cover the lines around it, or is endlessly
 * long as one letter.
 */
export function hasPiledUpMarks(text: string): boolean {
  if (isPlain(text)) return false;
  if (MARKS_IN_A_ROW.test(text)) return true;
  // A character of so many code points has at least so many units: most texts have none that long.
  return [...charactersOf(text)].some(
    (character) => character.length > CODE_POINTS_MAX && [...character].length > CODE_POINTS_MAX,
  );
}
