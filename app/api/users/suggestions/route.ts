import { endpoints, memberRoute } from "@/lib/api/server/route";
import { suggestionsAnswer, suggestionsQuery } from "@/lib/people-search/schema";
import { suggestPeople } from "@/lib/people-search/server/suggestions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ query: suggestionsQuery, answer: suggestionsAnswer }, async ({ viewer, query }) => ({
    users: await suggestPeople(viewer, query.limit),
  })),
});
