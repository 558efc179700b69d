import { charactersOf } from "@/lib/text/graphemes";

/*
 * Dark enough for white letters (contrast 5:1 and more) in both themes, and far enough apart to
 * tell people from each other at a glance.
 */
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

/** The colour behind a person's initials: always the same for the same id. */
export function avatarColor(id: string): string {
  // FNV-1a: spreads ids that differ in one digit over all colours.
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  return AVATAR_COLORS[(hash >>> 0) % AVATAR_COLORS.length] ?? AVATAR_COLORS[0];
}

/**
 * The first letters of the first and the last word, as people see letters (`Élodie Ño` → `ÉÑ`,
 * `अमित` → `अ`). `?` when the name holds no letter at all.
 */
export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  const letters = ends.map((word) => firstLetter(word ?? "")).join("");
  return letters.toUpperCase() || "?";
}

function firstLetter(word: string): string {
  return [...charactersOf(word)].find((character) => /[\p{L}\p{N}]/u.test(character)) ?? "";
}
