/** Names as text: cleaned above a comment, folded for search and made into usernames. Pure. */

/**
 * The name above a comment: a leading word with a digit (a roll number) is dropped and each word
 * begins with a capital. Only comments clean names; everywhere else a person is called as they
 * wrote it, and initials are made of that.
 */
export function commentAuthorName(name: string): string {
  return withoutRollNumber(name).map(capitalise).join(" ");
}

/**
 * The words of a name without a leading one that holds a digit; a name that is nothing else stays
 * as it is.
 */
function withoutRollNumber(name: string): string[] {
  const words = name.trim().split(/\s+/);
  return words.length > 1 && /\d/.test(words[0] ?? "") ? words.slice(1) : words;
}

function capitalise(word: string): string {
  const [first = "", ...rest] = [...word];
  return first.toUpperCase() + rest.join("");
}

/**
 * Lower case without accents, one space between words: `José  Nuñez` and `jose nunez` are the same.
 */
export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .trim();
}

/** A username has 30 characters at most, and a number may follow its beginning. */
const BASE_MAX = 26;

/**
 * The beginning of a username: `Ishita Verma` → `ishita.verma`. Names without Latin letters give
 * `student`.
 */
export function usernameBase(name: string): string {
  const base = fold(withoutRollNumber(name).join(" "))
    .replace(/[^a-z0-9]+/g, ".")
    .replace(/^\.+|\.+$/g, "")
    .slice(0, BASE_MAX)
    .replace(/\.+$/, "");
  return base === "" ? "student" : base;
}
