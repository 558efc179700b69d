import * as z from "zod";
import { optionalSpecifiedBody } from "@/lib/api/fields";
import { idParam, pageFields, pageQuery } from "@/lib/api/pagination";
import { CIRCLE_PAGE } from "@/lib/people-search/policy";
import { nameFilter } from "@/lib/people-search/schema";
import { userListItemSchema } from "@/lib/profiles/schema";

/** Without `inCircle` the call toggles; with it the state is set, so that a retry is safe. */
export const followBody = optionalSpecifiedBody({ inCircle: z.boolean() });
export const followAnswer = z.object({
  isInCircle: z.boolean(),
  circleCount: z.int(),
  message: z.string(),
});
export type FollowAnswer = z.infer<typeof followAnswer>;

/** A person in someone's circle. */
export const memberParams = z.object({ userId: idParam, memberId: idParam });
export const removedAnswer = z.object({ circleCount: z.int() });
export type RemovedAnswer = z.infer<typeof removedAnswer>;

/** People who joined a circle, or whose circles a person joined. `q` filters them by name. */
export const circleQuery = pageQuery(CIRCLE_PAGE).safeExtend({ q: nameFilter });
export type CircleQuery = z.output<typeof circleQuery>;
export const circleAnswer = z.object({ users: z.array(userListItemSchema), ...pageFields });
export type CircleAnswer = z.infer<typeof circleAnswer>;
