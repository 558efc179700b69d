import { fold } from "@/lib/text/fold";

/**
 * Letters that look alike. Unicode's full table (UTS 39, confusables.txt) has thousands, also those
 * that no reader takes for another; these are the ones in which a Latin word can be written.
 */

/** The plain letter, and characters that pass for it, folded already. */
const LOOK_ALIKES: readonly (readonly [letter: string, others: string])[] = [
  ["a", "аαɑ4@"],
  ["b", "вβь8"],
  ["c", "сϲ"],
  ["d", "ԁɗ"],
  ["e", "еεєҽ3"],
  ["f", "ƒϝ"],
  ["g", "ɡց9"],
  ["h", "һнη"],
  ["j", "јϳ"],
  ["k", "кκ"],
  // One group: no one can tell `i`, `l` and `1` apart.
  ["l", "iіıιӏ1ł"],
  ["m", "мμ"],
  ["n", "пո"],
  ["o", "оοσօ0ø"],
  ["p", "рρ"],
  ["q", "ԛ"],
  ["r", "гɾ"],
  ["s", "ѕꜱς5$"],
  ["t", "тτ7"],
  ["u", "υսʋц"],
  ["v", "ѵν"],
  ["w", "ԝωѡ"],
  ["x", "хχ"],
  ["y", "уγү"],
  ["z", "ᴢ2ζ"],
];

const LETTERS = new Map(
  LOOK_ALIKES.flatMap(([letter, others]) => [...others].map((other) => [other, letter])),
);

/**
 * The words of a text, folded, with look-alikes replaced by one letter of their group: two words
 * look alike when these are equal. What is no letter separates words.
 */
export function lookAlikeWords(text: string): string[] {
  const letters = [...fold(text)].map((letter) => LETTERS.get(letter) ?? letter).join("");
  return letters.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean);
}
