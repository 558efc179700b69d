import * as z from "zod";
import { countCharacters, hasPiledUpMarks, isVisible, utf8Length } from "@/lib/text/text";

/**
 * Text that crosses the wire: stored as typed (NFC, trimmed), counted in user-perceived characters.
 */

const wellFormed = (text: string) => !text.includes("\u0000") && text.isWellFormed();

/**
 * Bidirectional controls, zero-width and other invisible characters: they have no business in a
 * name.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{DI}\u2800]/gu;

/**
 * Bytes a user-perceived character may have, on average. A family of four is 25 and a flag of
 * England 28; so many of them in a caption still go through `fetch` with keepalive, which takes 64
 * KB.
 */
const BYTES_PER_CHARACTER = 28;

type Limits = { min?: number; max: number; tooShort?: string; tooLong?: string };

const TOO_MANY_BYTES = "That is too long: please use fewer emoji and accents.";
const PILED_UP = "That has too many marks on one letter.";

/**
 * What was sent, before it is tidied: text, and not absurdly longer than `max` user-perceived
 * characters can be.
 */
const rawText = (max: number, tooLong: string) =>
  z
    .string()
    .max(max * 40, tooLong)
    .refine(wellFormed, "That has characters that are not text.");

/** Checks of tidied text. The first that fails is the sentence people read. */
const ofSize = (max: number, tooLong: string) =>
  [
    z.refine<string>((text) => countCharacters(text) <= max, { message: tooLong, abort: true }),
    z.refine<string>((text) => !hasPiledUpMarks(text), { message: PILED_UP, abort: true }),
    z.refine<string>((text) => utf8Length(text) <= max * BYTES_PER_CHARACTER, TOO_MANY_BYTES),
  ] as const;

/** Prose with line breaks: a caption, a comment, a bio. `min` asks for something visible. */
export function multilineText({ min = 0, max, tooShort, tooLong }: Limits) {
  const tooLongText = tooLong ?? `Please keep it to ${max} characters.`;
  return rawText(max, tooLongText)
    .transform((text) => text.normalize("NFC").replace(/\r\n?/g, "\n").trim())
    .refine(
      (text) => min === 0 || (isVisible(text) && countCharacters(text) >= min),
      tooShort ?? "Please write something.",
    )
    .check(...ofSize(max, tooLongText));
}

/** One line without invisible characters: a person's name, a college id. */
export function singleLineText({ min = 0, max, tooShort, tooLong }: Limits) {
  const tooLongText = tooLong ?? `Please keep it to ${max} characters.`;
  return rawText(max, tooLongText)
    .transform((text) =>
      text.normalize("NFC").replace(/\s+/g, " ").replace(INVISIBLE, "").replace(/ {2,}/g, " ").trim(),
    )
    .refine((text) => countCharacters(text) >= min, tooShort ?? "Please write something.")
    .check(...ofSize(max, tooLongText));
}
