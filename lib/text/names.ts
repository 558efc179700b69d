/** Names as text: as they are stored, and above comments. */

/** Where a word of a name begins: `d'souza-rao j.p.` has five such places. */
const WORD_START = /(^|[.'’-])(\p{L})/gu;

/**
 * A name as it is stored: with capitals, if it was typed all in lower or all in upper case. Mixed
 * case is meant (McDonald, de la Cruz) and stays, and so does a word with a digit (a roll number).
 */
export function capitaliseName(name: string): string {
  if (name !== name.toLowerCase() && name !== name.toUpperCase()) return name;
  return name
    .split(" ")
    .map((word) =>
      /\d/.test(word)
        ? word
        : word.toLowerCase().replace(WORD_START, (_, before, letter) => before + letter.toUpperCase()),
    )
    .join(" ");
}

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
