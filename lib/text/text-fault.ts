import { charactersOf, isPlain, utf8Length } from "@/lib/text/text";

/** What texts are rejected for that are not too long: what cannot be stored, or covers others. */

/**
 * More marks in a row, joiners included, than the words of any script have (Burmese has up to five
 * on a letter).
 */
const MARKS_IN_A_ROW = /[\p{M}\u200c\u200d]{7}/u;
/** The limit for one user-perceived character. The longest emoji people send have ten. */
const CODE_POINTS_MAX = 24;

/**
 * Whether marks pile up on a letter until they cover the lines around it, or one user-perceived
 * character is excessively long.
 */
function hasPiledUpMarks(text: string): boolean {
  if (isPlain(text)) return false;
  if (MARKS_IN_A_ROW.test(text)) return true;
  // Comparing `length` first is cheap: a string has at least as many code units as code points.
  return [...charactersOf(text)].some(
    (character) => character.length > CODE_POINTS_MAX && [...character].length > CODE_POINTS_MAX,
  );
}

/**
 * The average number of bytes a user-perceived character may have. An emoji of a family of four has
 * 25 and the flag of England 28. A caption full of them still fits into the 64 KB that `fetch`
 * sends with keepalive.
 */
const BYTES_PER_CHARACTER = 28;

/**
 * Why a text that has no more than `max` characters can't be stored all the same; undefined if it
 * can.
 */
export function textFault(text: string, max: number): string | undefined {
  if (text.includes("\u0000") || !text.isWellFormed()) return "This contains invalid characters.";
  const normalized = text.normalize("NFC").trim();
  if (hasPiledUpMarks(normalized)) return "That has too many marks on one letter.";
  if (utf8Length(normalized) > max * BYTES_PER_CHARACTER)
    return "That is too long: please use fewer emoji and accents.";
  return undefined;
}
