import { endpoints, memberRoute } from "@/lib/api/server/route";
import { suggestionsAnswer } from "@/lib/people-search/schema";
import { suggestPeople } from "@/lib/people-search/server/suggestions";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ answer: suggestionsAnswer }, async ({ viewer }) => ({
    users: await suggestPeople(viewer),
  })),
});
