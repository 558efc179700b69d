/** Names as text: as they are stored, above comments, and in sentences. */

/**
 * The name above a comment: without a leading roll number (a word with a digit), and with each word
 * capitalised. Everywhere else names are shown as they are stored.
 */
export function commentAuthorName(name: string): string {
  return withoutRollNumber(name).map(capitalise).join(" ");
}

/**
 * The words of a name without a leading word that contains a digit, unless that is the only word.
 */
export function withoutRollNumber(name: string): string[] {
  const words = name.trim().split(/\s+/);
  return words.length > 1 && /\d/.test(words[0] ?? "") ? words.slice(1) : words;
}

function capitalise(word: string): string {
  const [first = "", ...rest] = [...word];
  return first.toUpperCase() + rest.join("");
}

/**
 * A name that was typed in one case throughout (`riya checker`, `RIYA CHECKER`) as it is usually
 * written; undefined for any other, and for scripts without capitals.
 */
export function withCapitals(name: string): string | undefined {
  const isOneCase = name === name.toLowerCase() || name === name.toUpperCase();
  const written = name.toLowerCase().replace(/\p{L}[\p{L}\p{M}]*/gu, capitalise);
  return isOneCase && written !== name ? written : undefined;
}

/** The blocks of Unicode whose letters are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * A name for the middle of a sentence in plain text: one that is written from right to left is
 * between U+2068 and U+2069, so that it does not take the words around it along. In JSX, `<bdi>`
 * does the same. Names themselves have no such characters (`singleLineText`).
 */
export const isolated = (name: string): string => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);
