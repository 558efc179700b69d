import { charactersOf } from "@/lib/text/text";

/**
 * The regular expression of a person's muted words, for PostgreSQL. It has neither flags nor
 * classes like `\w`, because these follow the database's locale, and in the locale C they know only
 * ASCII: letters in both cases and what separates words are written out.
 */

/** Between words: spaces, punctuation, symbols and emoji, without the joiners within words. */
const SEPARATORS = [
  String.raw`\u0001-/:-@\[-\^\u0060{-\u00A9\u00AB-\u00B4\u00B6-\u00B9\u00BB-\u00BF\u00D7\u00F7`,
  String.raw`\u060C\u061B\u061F\u066A-\u066D\u06D4\u0964\u0965\u0970`,
  String.raw`\u2000-\u200B\u200E-\u206F\u20A0-\u20CF\u2190-\u2BFF\u2E00-\u2E7F`,
  String.raw`\u3000-\u3003\u3008-\u3020\uFE00-\uFE6F\uFF01-\uFF0F\uFF1A-\uFF20\uFF3B-\uFF40\uFF5B-\uFF65`,
  String.raw`\U0001F000-\U0001FAFF`,
].join("");
/** The same without `#`, `&` and `/`, after which no tag begins (lib/text/rich-text.ts). */
const BEFORE_TAG = SEPARATORS.replace(String.raw`\u0001-/`, () => String.raw`\u0001-"$%'-.`);

/** Scripts that write words without spaces between them. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const LETTER = /[\p{L}\p{N}\p{M}_]/u;

const START = `(?:^|[${SEPARATORS}])`;
const START_OF_TAG = `(?:^|[${BEFORE_TAG}])`;
const END = `(?:$|[${SEPARATORS}])`;

/**
 * Matches a text that has one of these words, in any case. A word matches whole words only, unless
 * it begins or ends with a sign of its own; `#tag` matches only that tag. Null without words.
 *
 * What a comparison costs PostgreSQL, for each different character of the text, grows with the size
 * of the expression, but a lookahead counts as an expression of its own. So the words are behind
 * their first characters: `(?:[eE](?=(?:[xX][aA][mM]|…)…)|…)`.
 */
export function mutedPattern(words: string[]): string | null {
  if (words.length === 0) return null;
  const starts = new Map<string, Map<string, { first: string; end: string; rests: string[] }>>();
  for (const word of words) {
    const { start, end } = limitsOf(word);
    const [first = "", ...rest] = [...charactersOf(word)].map(anyCase);
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

/** What has to stand before and after a word. */
function limitsOf(word: string): { start: string; end: string } {
  if (word.startsWith("#")) return { start: START_OF_TAG, end: END };
  const [first, last] = [[...word][0], [...word].at(-1)];
  const isSpaced = (character = "") => LETTER.test(character) && !UNSPACED.test(character);
  return { start: isSpaced(first) ? START : "", end: isSpaced(last) ? END : "" };
}

/** One user-perceived character, in each case it has: `[aA]`, or `(?:ß|SS|ss)`. */
function anyCase(character: string): string {
  if (character === " ") return String.raw`[\u0001- \u00A0]+`;
  const upper = character.toUpperCase();
  const forms = [...new Set([character, upper, upper.toLowerCase()].map((form) => form.normalize("NFC")))];
  if (forms.length === 1) return escaped(character);
  if (forms.every((form) => [...form].length === 1)) return `[${forms.join("")}]`;
  return `(?:${forms.map(escaped).join("|")})`;
}

/** Before anything but a letter or digit, `\` takes away what it means. */
const escaped = (text: string) => text.replace(/[^\p{L}\p{N}\p{M}]/gu, String.raw`\$&`);
