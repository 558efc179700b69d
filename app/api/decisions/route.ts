import { endpoints, memberRoute } from "@/lib/api/server/route";
import { ownDecisionsAnswer, ownDecisionsQuery } from "@/lib/moderation/schema";
import { listOwnDecisions } from "@/lib/moderation/server/appeals";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute(
    { query: ownDecisionsQuery, answer: ownDecisionsAnswer, whileSuspended: true },
    ({ viewer, query }) => listOwnDecisions(viewer, query),
  ),
});
