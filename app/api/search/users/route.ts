import { endpoints, memberRoute } from "@/lib/api/server/route";
import { searchPeople } from "@/lib/people-search/server/search";
import { searchAnswer, searchQuery } from "@/lib/profiles/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ query: searchQuery, answer: searchAnswer, limits: ["search"] }, ({ viewer, query }) =>
    searchPeople(viewer, query),
  ),
});
