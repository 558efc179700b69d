import { endpoints, memberRoute } from "@/lib/api/server/route";
import { peopleAnswer, peopleQuery } from "@/lib/college/schema";
import { listPeople } from "@/lib/college/server/people";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ staff: "admin", query: peopleQuery, answer: peopleAnswer }, ({ viewer, query }) =>
    listPeople(viewer, query),
  ),
});
