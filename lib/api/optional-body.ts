import * as z from "zod";

/**
 * The body of a call that needs none. No body, `null` and `{}` mean the same, because that is how different clients send
 * "nothing"; a field that is not one of `fields` is refused.
 */
export function optionalBody<Fields extends z.core.$ZodLooseShape>(fields: Fields) {
  return z.strictObject(fields).partial().nullish();
}

/** For calls that take no field at all. */
export const noBody = optionalBody({});
