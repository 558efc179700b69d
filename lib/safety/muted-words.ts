import { fold } from "@/lib/text/fold";
import { charactersOf } from "@/lib/text/text";

/**
 * The regular expression of a person's muted words, for PostgreSQL, which compares it with folded
 * text (lib/text/fold.ts). It has no classes like `\w`, because these follow the database's locale,
 * and in the locale C they know only ASCII: what separates words is written out.
 */

/** Between words: spaces, punctuation, symbols and emoji, of those that folding leaves. */
const SEPARATORS = [
  String.raw`\u0001-/:-@\[-\^\u0060{-\u00A9\u00AB-\u00B4\u00B6-\u00B9\u00BB-\u00BF\u00D7\u00F7`,
  String.raw`\u060C\u061B\u061F\u066A-\u066D\u06D4\u0964\u0965\u0970`,
  String.raw`\u2010-\u205E\u20A0-\u20CF\u2190-\u2BFF\u2E00-\u2E7F`,
  String.raw`\u3001-\u3003\u3008-\u3020`,
  String.raw`\U0001F000-\U0001FAFF`,
].join("");
/** `SEPARATORS` without `#`, `&` and `/`, after which no tag begins (lib/text/rich-text.ts). */
const BEFORE_TAG = SEPARATORS.replace(String.raw`\u0001-/`, () => String.raw`\u0001-"$%'-.`);

/** Scripts that write words without spaces between them. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const LETTER = /[\p{L}\p{N}\p{M}_]/u;

const START = `(?:^|[${SEPARATORS}])`;
const START_OF_TAG = `(?:^|[${BEFORE_TAG}])`;
const END = `(?:$|[${SEPARATORS}])`;

/**
 * Matches a folded text that has one of these words. A word matches whole words only, unless
 * it begins or ends with a sign of its own; `#tag` matches only that tag. Null without words.
 *
 * What a comparison costs PostgreSQL, for each different character of the text, grows with the size
 * of the expression, but a lookahead counts as an expression of its own. So the words are behind
 * their first characters: `(?:e(?=(?:xam|…)…)|…)`.
 */
export function mutedPattern(words: string[]): string | null {
  const folded = [...new Set(words.map(fold))].filter((word) => word !== "");
  if (folded.length === 0) return null;
  const starts = new Map<string, Map<string, { first: string; end: string; rests: string[] }>>();
  for (const word of folded) {
    const { start, end } = limitsOf(word);
    const [first = "", ...rest] = [...charactersOf(word)].map(escaped);
    const branches = starts.get(start) ?? new Map();
    starts.set(start, branches);
    const branch = branches.get(first + end) ?? { first, end, rests: [] };
    branches.set(first + end, branch);
    branch.rests.push(rest.join(""));
  }
  return [...starts]
    .map(([start, branches]) => `${start}(?:${[...branches.values()].map(toPattern).join("|")})`)
    .join("|");
}

const toPattern = ({ first, end, rests }: { first: string; end: string; rests: string[] }) =>
  `${first}(?=(?:${rests.join("|")})${end})`;

/** What has to come before and after a word. */
function limitsOf(word: string): { start: string; end: string } {
  if (word.startsWith("#")) return { start: START_OF_TAG, end: END };
  const [first, last] = [[...word][0], [...word].at(-1)];
  const isSpaced = (character = "") => LETTER.test(character) && !UNSPACED.test(character);
  return { start: isSpaced(first) ? START : "", end: isSpaced(last) ? END : "" };
}

/** Before anything but a letter or digit, `\` takes away what it means. */
const escaped = (text: string) => text.replace(/[^\p{L}\p{N}\p{M}]/gu, String.raw`\$&`);
