/**
 * Characters that never combine with the one before them, so that a text of only these needs no
 * segmenting. CR is left out, because CR LF is one cluster.
 */
const PLAIN = /^[\n\x20-\x7e\xa1-\xac\xae-\u02ff\u2010-\u2027\u20a0-\u20bf]*$/;

let segmenter: Intl.Segmenter | undefined;

export const isPlain = (text: string) => PLAIN.test(text);

/**
 * The user-perceived characters of a text: an emoji of a family is one, and so is a letter with its
 * marks.
 */
export function charactersOf(text: string): string | string[] {
  if (isPlain(text)) return text;
  // Created at first use: that takes a phone some 60 ms, and most pages need none.
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
