import * as z from "zod";

/** Schemas of bodies and answers that several features share. */

/**
 * A body that may be missing. No body, `null` and `{}` mean the same, because that is how different
 * clients send "nothing". A field that is not in `fields` is rejected.
 */
export function optionalBody<Fields extends z.core.$ZodLooseShape>(fields: Fields) {
  return z.strictObject(fields).partial().nullish();
}

/** For calls that take no fields at all. */
export const emptyBody = optionalBody({});

/** The answer of a write that has no data to return: a message to show. */
export const messageAnswer = z.object({ message: z.string() });
export type MessageAnswer = z.infer<typeof messageAnswer>;
