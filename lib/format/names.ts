/** Names as text: how they are shown, folded for search and made into usernames. Pure. */

/**
 * A name as the specification shows it (§3): a leading word with a digit (a roll number) is dropped and each word
 * begins with a capital. A name that is nothing but such a word stays as it is.
 */
export function displayName(name: string): string {
  const words = name.trim().split(/\s+/);
  const kept = words.length > 1 && /\d/.test(words[0] ?? "") ? words.slice(1) : words;
  return kept.map(capitalise).join(" ");
}

function capitalise(word: string): string {
  const [first = "", ...rest] = [...word];
  return first.toUpperCase() + rest.join("");
}

/** Lower case without accents, one space between words: `José  Nuñez` and `jose nunez` are the same. */
export function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .trim();
}

/** The beginning of a username: `Ishita Verma` → `ishita.verma`. Names without Latin letters give `student`. */
export function usernameBase(name: string): string {
  const base = fold(displayName(name))
    .replace(/[^a-z0-9]+/g, ".")
    .replace(/^\.+|\.+$/g, "")
    .slice(0, 40)
    .replace(/\.+$/, "");
  return base === "" ? "student" : base;
}
