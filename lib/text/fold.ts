/**
 * Text as it is compared: names and their search, tags, muted words. PostgreSQL's `fold_name` (in
 * the baseline migration) gives the same; a test compares the two.
 */

/**
 * Accents, points and vowel marks that people leave out (Latin, Greek, Cyrillic, Hebrew, Arabic),
 * the nukta of Indic scripts, and characters that only shape or order others. Vowel signs of Indic
 * scripts and the marks of Kana are letters of their own, and stay.
 */
const DROPPED =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each code point is meant by itself
  /[\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u093c\u09bc\u0a3c\u0abc\u0b3c\u0c3c\u0cbc\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20f0\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\u{e0000}-\u{e0fff}]+/gu;

/** Letters and signs that Unicode does not take apart, and how most people type them. */
const SPELLED: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  þ: "th",
  ø: "o",
  đ: "d",
  ð: "d",
  ħ: "h",
  ı: "i",
  ł: "l",
  ŧ: "t",
  ς: "σ",
  "‘": "'",
  "’": "'",
  "“": '"',
  "”": '"',
  "‐": "-",
  "–": "-",
  "—": "-",
};
const SPELLED_PATTERN = new RegExp(`[${Object.keys(SPELLED).join("")}]`, "g");

/**
 * A text in lower case, without accents, nukta and invisible characters, in the usual form of each
 * letter (NFKC), with single spaces: `José  Nuñez` becomes `jose nunez`, `फ़रहान` becomes `फरहान`.
 */
export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(DROPPED, "")
    .replace(SPELLED_PATTERN, (letter) => SPELLED[letter] ?? letter)
    .normalize("NFC")
    .replace(/[\t-\r \u0085\u1680\u2028\u2029]+/g, " ")
    .trim();
}
