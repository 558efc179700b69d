import { endpoints, memberRoute } from "@/lib/api/server/route";
import { casesAnswer, casesQuery } from "@/lib/moderation/schema";
import { listCases } from "@/lib/moderation/server/cases";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ staff: "moderator", query: casesQuery, answer: casesAnswer }, ({ viewer, query }) =>
    listCases(viewer, query),
  ),
});
