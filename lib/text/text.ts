/** Text as people see it: counted in user-perceived characters. */

/**
 * Characters that never combine with the one before them, so that a text of only these needs no
 * segmenting. CR is left out, because CR LF is one cluster.
 */
const PLAIN = /^[\n\x20-\x7e\xa1-\xac\xae-\u02ff\u2010-\u2027\u20a0-\u20bf]*$/;

let segmenter: Intl.Segmenter | undefined;

const isPlain = (text: string) => PLAIN.test(text);

/**
 * The user-perceived characters of a text: an emoji of a family is one, and so is a letter with its
 * marks. In a browser that cannot tell them apart (Firefox up to 124) they are its code points.
 */
export function charactersOf(text: string): string | string[] {
  if (isPlain(text)) return text;
  if (!("Segmenter" in Intl)) return Array.from(text);
  // Created at first use: that takes a phone some 60 ms, and most pages need none.
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** The number of user-perceived characters: an emoji of a family counts as one. */
export function countCharacters(text: string): number {
  return charactersOf(text).length;
}

/** The first `max` user-perceived characters. */
export function firstCharacters(text: string, max: number): string {
  if (text.length <= max) return text;
  // Includes the character after the cut, which may combine with the last one.
  if (isPlain(text.slice(0, max + 1))) return text.slice(0, max);
  return [...charactersOf(text)].slice(0, max).join("");
}

/** Whether any of a text can be seen: more than spaces, controls and zero-width characters. */
export function isVisible(text: string): boolean {
  return /[^\s\p{C}\p{Z}\p{DI}\u2800]/u.test(text);
}

/** The length of a text in UTF-8, in bytes. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

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
export function hasPiledUpMarks(text: string): boolean {
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

/** A text with the digits of every script as `0` to `9`: `१२` becomes `12`. */
export function asciiDigits(text: string): string {
  return text.normalize("NFKC").replace(/\p{Nd}/gu, (digit) => {
    // Unicode has the ten digits of a script in a row.
    let value = 0;
    for (let code = (digit.codePointAt(0) ?? 0) - 1; isDigit(code); code--) value++;
    return String(value % 10);
  });
}

const isDigit = (code: number) => /\p{Nd}/u.test(String.fromCodePoint(code));
