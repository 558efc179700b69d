import { endpoints, memberRoute } from "@/lib/api/server/route";
import { appealsAnswer, appealsQuery } from "@/lib/moderation/schema";
import { listAppeals } from "@/lib/moderation/server/appeals";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ staff: "moderator", query: appealsQuery, answer: appealsAnswer }, ({ viewer, query }) =>
    listAppeals(viewer, query),
  ),
});
