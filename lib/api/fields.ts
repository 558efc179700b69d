import * as z from "zod";
import { countCharacters, isVisible } from "@/lib/text/text";
import { textFault } from "@/lib/text/text-fault";

/**
 * Schemas that several features share. Text is stored as typed (NFC, trimmed) and counted in
 * user-perceived characters.
 */

/** Scripts whose words need joiners between their letters, which change how these look. */
const JOINED = String.raw`[\p{sc=Arab}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}]`;
/**
 * Bidirectional controls, zero-width and other invisible characters, which names must not contain,
 * but for joiners where they are seen: in a Latin name they would only make a copy of another.
 */
const INVISIBLE = new RegExp(
  String.raw`(?!(?<=${JOINED})[\u200c\u200d](?=${JOINED}))[\p{Cc}\p{Cf}\p{DI}\u2800]`,
  "gu",
);

type Limits = { min?: number; max: number; tooShort?: string; tooLong?: string };

/**
 * Text as it was sent, before it is normalized. The length check stops inputs that are far longer
 * than `max` user-perceived characters can be.
 */
const rawText = (max: number, tooLong: string) =>
  z
    .string()
    .max(max * 40, tooLong)
    .refine((text) => !text.includes("\u0000") && text.isWellFormed(), "This contains invalid characters.");

/** Checks of normalized text. People read the message of the first that fails. */
const sizeChecks = (max: number, tooLong: string) =>
  [
    z.refine<string>((text) => countCharacters(text) <= max, { message: tooLong, abort: true }),
    z.refine<string>((text) => textFault(text, max) === undefined, {
      error: ({ input }) => textFault(String(input), max),
    }),
  ] as const;

/** Text with line breaks: a caption, a comment, a bio. `min` requires something visible. */
export function multilineText({ min = 0, max, tooShort, tooLong }: Limits) {
  const tooLongText = tooLong ?? `Please keep it to ${max} characters.`;
  return rawText(max, tooLongText)
    .transform((text) => text.normalize("NFC").replace(/\r\n?/g, "\n").trim())
    .refine(
      (text) => min === 0 || (isVisible(text) && countCharacters(text) >= min),
      tooShort ?? "Please write something.",
    )
    .check(...sizeChecks(max, tooLongText));
}

/** One line without invisible characters: a person's name, a college id. */
export function singleLineText({ min = 0, max, tooShort, tooLong }: Limits) {
  const tooLongText = tooLong ?? `Please keep it to ${max} characters.`;
  return rawText(max, tooLongText)
    .transform((text) =>
      text.normalize("NFC").replace(/\s+/g, " ").replace(INVISIBLE, "").replace(/ {2,}/g, " ").trim(),
    )
    .refine((text) => countCharacters(text) >= min, tooShort ?? "Please write something.")
    .check(...sizeChecks(max, tooLongText));
}

/**
 * The body of a specified call (docs/product.md, Differs on purpose): other fields are ignored,
 * because clients of others send fields of their own. The bodies of all other
 * calls are a `z.strictObject` or an `optionalBody`, which reject them, so that a misspelt field is
 * noticed.
 */
export function specifiedBody<Fields extends z.core.$ZodLooseShape>(fields: Fields) {
  return z.object(fields);
}

/**
 * A `specifiedBody` that may be missing. No body, `null` and `{}` mean the same, because that is
 * how different clients send "nothing".
 */
export function optionalSpecifiedBody<Fields extends z.core.$ZodLooseShape>(fields: Fields) {
  return specifiedBody(fields).partial().nullish();
}

/** For specified calls that take no fields at all. */
export const emptySpecifiedBody = optionalSpecifiedBody({});

/** A body that may be missing, of a call that is not specified. */
export function optionalBody<Fields extends z.core.$ZodLooseShape>(fields: Fields) {
  return z.strictObject(fields).partial().nullish();
}

/** For calls that are not specified and take no fields at all. */
export const emptyBody = optionalBody({});

/** The answer of a write that has no data to return: a message to show. */
export const messageAnswer = z.object({ message: z.string() });
export type MessageAnswer = z.infer<typeof messageAnswer>;
