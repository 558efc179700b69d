import { charactersOf, isPlain } from "@/lib/api/graphemes";

/** Text as people see it: counted in user-perceived characters. */

/** User-perceived characters: a family emoji or a letter with its marks counts one. */
export function countCharacters(text: string): number {
  return charactersOf(text).length;
}

/** The first `max` user-perceived characters. */
export function firstCharacters(text: string, max: number): string {
  if (text.length <= max) return text;
  // With the one after, because that may belong to the last.
  if (isPlain(text.slice(0, max + 1))) return text.slice(0, max);
  return [...charactersOf(text)].slice(0, max).join("");
}

/** True when something of the text can be seen: more than spaces, controls and zero-width characters. */
export function isVisible(text: string): boolean {
  return /[^\s\p{C}\p{Z}\p{DI}\u2800]/u.test(text);
}
