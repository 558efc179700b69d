/** Names as text: as they are stored, and above comments. */

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
