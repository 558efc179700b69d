import * as z from "zod";

/** Bodies and answers that calls of several nouns share. */

/**
 * The body of a call that needs none. No body, `null` and `{}` mean the same, because that is how
 * different clients send "nothing"; a field that is not one of `fields` is rejected.
 */
export function optionalBody<Fields extends z.core.$ZodLooseShape>(fields: Fields) {
  return z.strictObject(fields).partial().nullish();
}

/** For calls that take no field at all. */
export const emptyBody = optionalBody({});

/** What a write answers that has nothing else to tell: a sentence for people. */
export const messageAnswer = z.object({ message: z.string() });
export type MessageAnswer = z.infer<typeof messageAnswer>;
