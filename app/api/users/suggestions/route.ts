import { endpoints, memberRoute } from "@/lib/api/server/route";
import { suggestPeople } from "@/lib/people-search/server/suggestions";
import { suggestionsAnswer } from "@/lib/profiles/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ answer: suggestionsAnswer }, async ({ viewer }) => ({
    users: await suggestPeople(viewer),
  })),
});
