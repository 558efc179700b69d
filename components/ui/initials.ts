import { charactersOf } from "@/lib/text/text";

/* Dark enough for white letters (a contrast of 5:1 or more), and easy to tell apart. */
const AVATAR_COLORS = [
  "#3046e6",
  "#c2410c",
  "#15803d",
  "#7c3aed",
  "#0e7490",
  "#be185d",
  "#b45309",
  "#a21caf",
] as const;

/** The background colour of a person's initials, derived from the id. */
export function avatarColor(id: string): string {
  // FNV-1a: similar ids get different colours.
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  return AVATAR_COLORS[(hash >>> 0) % AVATAR_COLORS.length] ?? AVATAR_COLORS[0];
}

/**
 * The first letters of the first and the last word, as grapheme clusters (`Élodie Ño` → `ÉÑ`,
 * `अमित` → `अ`). `?` if the name has no letters.
 */
export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  const outerWords = words.length > 1 ? [words[0], words.at(-1)] : words;
  const letters = outerWords.map((word) => firstLetter(word ?? "")).join("");
  return letters.toUpperCase() || "?";
}

function firstLetter(word: string): string {
  return [...charactersOf(word)].find((character) => /[\p{L}\p{N}]/u.test(character)) ?? "";
}
