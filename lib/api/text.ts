import * as z from "zod/mini";

/** Text that crosses the wire: stored as typed (NFC, trimmed), counted in user-perceived characters. */

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** User-perceived characters: a family emoji or a letter with its marks counts one. */
export function countCharacters(text: string): number {
  // Plain ASCII, the common case, needs no segmenting (CR LF is its one cluster of two).
  if (/^[\x20-\x7e\n]*$/.test(text)) return text.length;
  let count = 0;
  for (const _ of segmenter.segment(text)) count++;
  return count;
}

/** The first `max` user-perceived characters. */
export function firstCharacters(text: string, max: number): string {
  if (text.length <= max) return text;
  let count = 0;
  for (const { index } of segmenter.segment(text)) {
    if (count++ === max) return text.slice(0, index);
  }
  return text;
}

const wellFormed = (text: string) => !text.includes("\u0000") && text.isWellFormed();

/** True when something of the text can be seen: more than spaces, controls and zero-width characters. */
export function isVisible(text: string): boolean {
  return /[^\s\p{C}\p{Z}\p{DI}\u2800]/u.test(text);
}

/** Bidirectional controls, zero-width and other invisible characters: they have no business in a name. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{DI}\u2800]/gu;

type Limits = { min?: number; max: number; tooShort?: string; tooLong?: string };

/** What was sent, before it is tidied: text, and not absurdly longer than `max` user-perceived characters can be. */
const rawText = (max: number, tooLong: string) =>
  z
    .string()
    .check(z.maxLength(max * 40, tooLong), z.refine(wellFormed, "That has characters that are not text."));

/** Prose with line breaks: a caption, a comment, a bio. `min` asks for something visible. */
export function prose({ min = 0, max, tooShort, tooLong }: Limits) {
  const refusal = tooLong ?? `Please keep it to ${max} characters.`;
  return z
    .pipe(
      rawText(max, refusal),
      z.transform((text) => text.normalize("NFC").replace(/\r\n?/g, "\n").trim()),
    )
    .check(
      z.refine(
        (text) => min === 0 || (isVisible(text) && countCharacters(text) >= min),
        tooShort ?? "Please write something.",
      ),
      z.refine((text) => countCharacters(text) <= max, refusal),
    );
}

/** One line without invisible characters: a person's name, a college id. */
export function line({ min = 0, max, tooShort, tooLong }: Limits) {
  const refusal = tooLong ?? `Please keep it to ${max} characters.`;
  return z
    .pipe(
      rawText(max, refusal),
      z.transform((text) =>
        text.normalize("NFC").replace(/\s+/g, " ").replace(INVISIBLE, "").replace(/ {2,}/g, " ").trim(),
      ),
    )
    .check(
      z.refine((text) => countCharacters(text) >= min, tooShort ?? "Please write something."),
      z.refine((text) => countCharacters(text) <= max, refusal),
    );
}
