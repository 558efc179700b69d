/**
 * Letters, signs and spaces that stand for themselves and join nothing before them: a text of these
 * needs no segmenting. (CR LF is the one cluster of two among the controls, so CR is none of them.)
 */
const PLAIN = /^[\n\x20-\x7e\xa1-\xac\xae-\u02ff\u2010-\u2027\u20a0-\u20bf]*$/;

let segmenter: Intl.Segmenter | undefined;

export const isPlain = (text: string) => PLAIN.test(text);

/**
 * A text's user-perceived characters, each a string: a family emoji or a letter with its marks is
 * one.
 */
export function charactersOf(text: string): string | string[] {
  if (isPlain(text)) return text;
  // Made at first use: making one takes a phone some 60 ms, and most pages need none.
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
