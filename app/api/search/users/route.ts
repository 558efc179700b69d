import { endpoints, memberRoute } from "@/lib/api/route";
import { searchAnswer, searchQuery } from "@/lib/users/contract";
import { searchPeople } from "@/lib/users/service/search";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ query: searchQuery, answer: searchAnswer }, ({ viewer, query }) =>
    searchPeople(viewer, query),
  ),
});
