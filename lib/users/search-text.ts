import { fold } from "@/lib/format/names";

/**
 * What search compares with. Pure: the same rules make a person's column and the words of a query.
 *
 * PostgreSQL's trigram index knows only letters and digits, and under a plain locale only ASCII ones. So every other
 * character becomes a token of six capitals: a name in Devanagari, a quote or an emoji is found through the same
 * index as any other, nothing in a query is a wildcard, and a capital never meets the lower case of plain text.
 */

/** Longest part of a column in its characters: an index entry must stay below PostgreSQL's 2,700 bytes. */
const PART_MAX = 800;

/**
 * The column `users.search_text`. Every part begins with a space, so that a word always does, and ends with a tab, which
 * sorts before everything else: of two names beginning alike the shorter one, an exact match, comes first.
 */
export function searchText(parts: { name: string; username: string; collegeId: string }): string {
  return [parts.name, parts.username, parts.collegeId]
    .map((part) => searchKey(part))
    .filter((key) => key !== "")
    .map((key) => ` ${key}\t`)
    .join("");
}

/** Text in the column's own characters: folded, in `a–z`, `0–9`, spaces and tokens. */
export function searchKey(text: string): string {
  let key = "";
  for (const character of fold(text.replace(/[’‘ʼ]/g, "'"))) {
    const next = /[a-z0-9 ]/.test(character) ? character : tokenOf(character.codePointAt(0) ?? 0);
    if (key.length + next.length > PART_MAX) break;
    key += next;
  }
  return key.trimEnd();
}

/**
 * `Z` and the code point in five letters of `A–Y`: where one token begins no other can. The lowest digit comes first and each
 * place counts from another letter, so that the full stop of every username shares no trigram with what people type.
 */
function tokenOf(codePoint: number): string {
  let token = "Z";
  for (let rest = codePoint, place = 0; place < 5; place++, rest = Math.floor(rest / 25)) {
    token += String.fromCharCode(65 + ((rest + place * 7) % 25));
  }
  return token;
}

/** More words than that narrow nothing down that these did not. */
const WORDS_MAX = 8;
/** Words this short are found at the beginning of words only: inside of them they would be everywhere. */
const INSIDE_MIN = 3;
/** Words shorter or longer than this, or of fewer different letters, are taken as typed: too much is near them. */
const TYPO_MIN = 4;
const TYPO_MAX = 16;
const TYPO_LETTERS_MIN = 3;

/** How a query is compared, from the best match to the weakest. Each pattern fits `search_text`. */
export type SearchPatterns = {
  /** What the best matches begin with. */
  start: string;
  /** `LIKE`: every word begins a word. The longest word comes first, as the index narrows most by it. */
  words: string[];
  /** `LIKE`: every word stands somewhere. Empty when all of them are too short for that. */
  inside: string[];
  /** Regular expressions: every word begins a word, with one typo at most. Empty when no word can have one. */
  typos: string[];
};

/** What to look for; undefined when nothing of the query can be compared (only spaces or marks). */
export function searchPatterns(query: string): SearchPatterns | undefined {
  const key = searchKey(query.trim().replace(/^@(?=.)/, ""));
  const words = [...new Set(key.split(" "))].filter((word) => word !== "").slice(0, WORDS_MAX);
  if (words.length === 0) return undefined;
  words.sort((a, b) => b.length - a.length);
  const isLong = (word: string) => word.length >= INSIDE_MIN;
  return {
    start: ` ${key}`,
    words: words.map((word) => `% ${word}%`),
    inside: words.some(isLong) ? words.map((word) => (isLong(word) ? `%${word}%` : `% ${word}%`)) : [],
    typos: words.some(canHaveTypo)
      ? words.map((word) => ` ${canHaveTypo(word) ? withTypo(word) : word}`)
      : [],
  };
}

const lettersOf = (word: string) => word.match(/Z[A-Y]{5}|[a-z0-9]/g) ?? [];

function canHaveTypo(word: string): boolean {
  const letters = lettersOf(word);
  // A digit belongs to a college id or a username: those are right or wrong.
  if (/\d/.test(word) || letters.length < TYPO_MIN || letters.length > TYPO_MAX) return false;
  return new Set(letters).size >= TYPO_LETTERS_MIN;
}

/** Up to this many letters every single typo is written out; beyond, a window of two letters may differ. */
const WRITTEN_OUT_MAX = 6;

/**
 * A word with one letter wrong, missing, too many or changed places with its neighbour, as a regular expression. Its
 * form is what PostgreSQL quickly finds trigrams in: writing out every typo of a long word takes it seconds.
 */
function withTypo(word: string): string {
  const letters = lettersOf(word);
  const any = word.includes("Z") ? "(?:Z[A-Y]{5}|[^ Z])" : "[^ ]";
  const part = (from: number, to?: number) => letters.slice(from, to).join("");
  const forms = new Set<string>();
  const last = letters.length - 1;
  if (letters.length <= WRITTEN_OUT_MAX) {
    for (let at = 0; at <= last + 1; at++) forms.add(part(0, at) + any + part(at));
    for (let at = 0; at <= last; at++)
      forms.add(part(0, at) + any + part(at + 1)).add(part(0, at) + part(at + 1));
    for (let at = 0; at < last; at++)
      forms.add(part(0, at) + part(at + 1, at + 2) + part(at, at + 1) + part(at + 2));
  } else {
    for (let at = 0; at < last - 1; at++) forms.add(`${part(0, at)}${any}{1,3}${part(at + 2)}`);
    forms.add(part(0, last)).add(part(0, last - 1) + any + part(last));
  }
  return `(?:${[...forms].join("|")})`;
}
