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
 * The column `users.search_text`. College IDs are private and not in it: they are found as a whole only. Every part begins with a space, so that a word always does, and ends with a tab, which
 * sorts before everything else: of two names beginning alike the shorter one, an exact match, comes first.
 */
export function searchText(parts: { name: string; username: string }): string {
  return [parts.name, parts.username]
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

/** Most forms that all words of a query are written out in: each is looked up, and a word of many scripts has ten thousands. */
const FORMS_MAX = 5_000;

/** How a query is compared, from the best match to the weakest. Each pattern fits `search_text`. */
export type SearchPatterns = {
  /** What the best matches begin with. */
  start: string;
  /** What words have to begin with. The longest comes first, as an index narrows most by it. */
  words: string[];
  /** `LIKE`: every word stands somewhere. Empty when all of them are too short for that. */
  inside: string[];
  /** For every word that can have a typo, what it may have been meant to begin with, the likeliest first. */
  typos: string[][];
  /** The other words. */
  sure: string[];
};

/** What to look for; undefined when nothing of the query can be compared (only spaces or marks). */
export function searchPatterns(query: string): SearchPatterns | undefined {
  const key = searchKey(query.trim().replace(/^@(?=.)/, ""));
  const words = [...new Set(key.split(" "))].filter((word) => word !== "").slice(0, WORDS_MAX);
  if (words.length === 0) return undefined;
  words.sort((a, b) => b.length - a.length);
  const isLong = (word: string) => lettersOf(word).length >= INSIDE_MIN;
  let room = FORMS_MAX;
  const mayBeMeant = words.filter((word) => {
    const cost = canHaveTypo(word) ? formsOf(lettersOf(word)) : 0;
    if (cost === 0 || cost > room) return false;
    room -= cost;
    return true;
  });
  return {
    start: ` ${key}`,
    words,
    inside: words.some(isLong) ? words.map((word) => (isLong(word) ? `%${word}%` : likeBeginning(word))) : [],
    typos: mayBeMeant.map((word) => withOneTypo(lettersOf(word))),
    sure: words.filter((word) => !mayBeMeant.includes(word)),
  };
}

/** `LIKE`: a word that begins with `word`. */
export const likeBeginning = (word: string) => `% ${word}%`;

const lettersOf = (word: string) => word.match(/Z[A-Y]{5}|[a-z0-9]/g) ?? [];

function canHaveTypo(word: string): boolean {
  const letters = lettersOf(word);
  // A digit belongs to a username, which is right or wrong.
  if (/\d/.test(word) || letters.length < TYPO_MIN || letters.length > TYPO_MAX) return false;
  return new Set(letters).size >= TYPO_LETTERS_MIN;
}

/** About how many forms `withOneTypo` writes: a wrong and a missing letter at every place. */
const formsOf = (letters: string[]) => 2 * letters.length * alphabetOf(letters).length;

/**
 * What `letters` may have been meant for: as they are, two neighbours changed places, one wrong, one missing, one too many.
 * What begins with another of them is left out: whatever it finds, the shorter one finds, too.
 */
function withOneTypo(letters: string[]): string[] {
  const all = alphabetOf(letters);
  const before = (at: number) => letters.slice(0, at).join("");
  const from = (at: number) => letters.slice(at).join("");
  const places = letters.map((_, at) => at);
  const forms = new Set([
    letters.join(""),
    ...places.slice(1).map((at) => before(at - 1) + letters[at] + letters[at - 1] + from(at + 1)),
    ...places.flatMap((at) => all.map((letter) => before(at) + letter + from(at + 1))),
    ...places.flatMap((at) => all.map((letter) => before(at) + letter + from(at))),
    ...places.map((at) => before(at) + from(at + 1)),
  ]);
  return [...forms].filter((form) => {
    for (let end = 1; end < form.length; end++) if (forms.has(form.slice(0, end))) return false;
    return true;
  });
}

const LATIN = [..."abcdefghijklmnopqrstuvwxyz"];
/** Most scripts have their letters in as many code points, from a multiple of it. */
const SCRIPT_SIZE = 128;

/** The letters that somebody who writes `letters` has at hand: those of the same scripts. */
function alphabetOf(letters: string[]): string[] {
  const scripts = new Set(letters.map((letter) => Math.floor(codePointOf(letter) / SCRIPT_SIZE)));
  return [...scripts].flatMap((script) =>
    script === 0
      ? LATIN
      : Array.from({ length: SCRIPT_SIZE }, (_, offset) => tokenOf(script * SCRIPT_SIZE + offset)),
  );
}

/** The character of a token, or of a letter that needs none. */
function codePointOf(letter: string): number {
  if (letter.length === 1) return letter.charCodeAt(0);
  let codePoint = 0;
  for (let place = 4; place >= 0; place--) {
    const digit = (((letter.charCodeAt(place + 1) - 65 - place * 7) % 25) + 25) % 25;
    codePoint = codePoint * 25 + digit;
  }
  return codePoint;
}
