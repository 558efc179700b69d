/** Names as text: above comments, folded for search, and as usernames. */

/**
 * The name above a comment: without a leading roll number (a word with a digit), and with each word
 * capitalised. Everywhere else names are shown as people wrote them.
 */
export function commentAuthorName(name: string): string {
  return withoutRollNumber(name).map(capitalise).join(" ");
}

/**
 * The words of a name without a leading word that contains a digit, unless that is the only word.
 */
function withoutRollNumber(name: string): string[] {
  const words = name.trim().split(/\s+/);
  return words.length > 1 && /\d/.test(words[0] ?? "") ? words.slice(1) : words;
}

function capitalise(word: string): string {
  const [first = "", ...rest] = [...word];
  return first.toUpperCase() + rest.join("");
}

/** Lower case, without accents, with single spaces: `José  Nuñez` becomes `jose nunez`. */
export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .trim();
}

/** A username has at most 30 characters, and a number may follow the base. */
const BASE_MAX = 26;

/**
 * The base of a username: `Ishita Verma` → `ishita.verma`, or `student` for a name without Latin
 * letters.
 */
export function usernameBase(name: string): string {
  const base = fold(withoutRollNumber(name).join(" "))
    .replace(/[^a-z0-9]+/g, ".")
    .replace(/^\.+|\.+$/g, "")
    .slice(0, BASE_MAX)
    .replace(/\.+$/, "");
  return base === "" ? "student" : base;
}
