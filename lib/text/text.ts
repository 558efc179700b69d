/** Text as people see it: counted in user-perceived characters. */

/**
 * Characters that never combine with the one before them, so that a text of only these needs no
 * segmenting. CR is left out, because CR LF is one cluster.
 */
const PLAIN = /^[\n\x20-\x7e\xa1-\xac\xae-\u02ff\u2010-\u2027\u20a0-\u20bf]*$/;

let segmenter: Intl.Segmenter | undefined;

/** Whether a text has only characters that never combine. */
export const isPlain = (text: string) => PLAIN.test(text);

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
