import { countCharacters, isVisible } from "@/lib/text/text";

/**
 * Cards: posts of words alone, set on a background and drawn as a picture. Pure, for both sides.
 */

/**
 * The most characters of a card: more would be small print on a phone (docs/product.md, Numbers).
 */
export const CARD_MAX = 280;

/** Whether a text can be a card: it has something to read, and not too much. */
export const fitsCard = (text: string) => isVisible(text) && countCharacters(text.trim()) <= CARD_MAX;
