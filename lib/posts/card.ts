import type { CardGround } from "@/lib/posts/card-look";
import { countCharacters, isVisible } from "@/lib/text/text";

/** Cards: posts of words alone, set on a ground and drawn as a picture. Pure, for both sides. */

/**
 * The most characters of a card: more would be small print on a phone (docs/product.md, Numbers).
 */
export const CARD_MAX = 280;

/** Whether a text can be a card: it has something to read, and not too much. */
export const fitsCard = (text: string) => isVisible(text) && countCharacters(text.trim()) <= CARD_MAX;

/**
 * The ground a post's words are shown on; undefined for a post that is no card, and for a card
 * whose words were changed to none or too many: then it is a picture with a caption.
 */
export const groundOfCard = (post: { caption: string; ground?: CardGround | undefined }) =>
  fitsCard(post.caption) ? post.ground : undefined;
