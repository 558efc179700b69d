import { endpoints, memberRoute } from "@/lib/api/server/route";
import { peopleAnswer, peopleQuery } from "@/lib/people-search/people-schema";
import { listCampusPeople } from "@/lib/people-search/server/people";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute(
    { query: peopleQuery, answer: peopleAnswer, limits: ["search", "people_seen"] },
    ({ viewer, query }) => listCampusPeople(viewer, query),
  ),
});
