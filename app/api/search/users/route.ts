import { endpoints, memberRoute } from "@/lib/api/server/route";
import { searchAnswer, searchQuery } from "@/lib/people-search/schema";
import { searchPeople } from "@/lib/people-search/server/search";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute(
    { query: searchQuery, answer: searchAnswer, limits: ["search", "people_seen"] },
    ({ viewer, query }) => searchPeople(viewer, query),
  ),
});
