/** Text as people see it: counted in user-perceived characters. */

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** User-perceived characters: a family emoji or a letter with its marks counts one. */
export function countCharacters(text: string): number {
  // Plain ASCII, the common case, needs no segmenting (CR LF is its one cluster of two).
  if (/^[\x20-\x7e\n]*$/.test(text)) return text.length;
  let count = 0;
  for (const _ of segmenter.segment(text)) count++;
  return count;
}

/** The first `max` user-perceived characters. */
export function firstCharacters(text: string, max: number): string {
  if (text.length <= max) return text;
  let count = 0;
  for (const { index } of segmenter.segment(text)) {
    if (count++ === max) return text.slice(0, index);
  }
  return text;
}

/** True when something of the text can be seen: more than spaces, controls and zero-width characters. */
export function isVisible(text: string): boolean {
  return /[^\s\p{C}\p{Z}\p{DI}\u2800]/u.test(text);
}
