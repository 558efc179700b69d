import { countCharacters } from "@/lib/text/text";

/** How cards look. Pure; the feed loads it with its first card. */

/** Its picture, in pixels. */
export const CARD_WIDTH = 1080;
export const CARD_HEIGHT = 1350;

/**
 * The backgrounds, from their upper left to their lower right, and the ink on them. They are the
 * brand's colours, and the same in both themes, because the picture is. The contrast is at least
 * 4.5.
 */
export const BACKGROUNDS = {
  blue: { label: "Blue", from: "#3046e6", to: "#2335c2", ink: "#ffffff" },
  night: { label: "Night", from: "#1e2446", to: "#0d0f13", ink: "#ffffff" },
  mist: { label: "Mist", from: "#eaedff", to: "#dbe0ff", ink: "#2335c2" },
  marigold: { label: "Marigold", from: "#ffbf47", to: "#f2a20c", ink: "#15171c" },
  leaf: { label: "Leaf", from: "#15803d", to: "#166534", ink: "#ffffff" },
  rose: { label: "Rose", from: "#be123c", to: "#9f1239", ink: "#ffffff" },
} as const;
export type CardBackground = keyof typeof BACKGROUNDS;
export const CARD_BACKGROUNDS = Object.keys(BACKGROUNDS) as CardBackground[];

/** The margin around the words, in percent of the card's width, and the height of a line in ems. */
export const CARD_MARGIN = 8;
export const CARD_LINE = 1.2;

/**
 * The size of the letters, in percent of the card's width, for so many characters and lines at
 * most.
 */
const SIZES = [
  { size: 11, characters: 40, lines: 4, word: 12 },
  { size: 9, characters: 80, lines: 6, word: 15 },
  { size: 7.5, characters: 140, lines: 8, word: 18 },
  { size: 6.25, characters: 210, lines: 11, word: 22 },
];
const SMALLEST = 5.5;

/** How large words are set: fewer are larger, and a long word stays in one piece where it can. */
export function cardSize(text: string): number {
  const characters = countCharacters(text);
  const lines = text.split("\n").length;
  const word = Math.max(...text.split(/\s+/).map(countCharacters));
  const step = SIZES.find((one) => characters <= one.characters && lines <= one.lines && word <= one.word);
  return step?.size ?? SMALLEST;
}
