import { endpoints, memberRoute } from "@/lib/api/server/route";
import { hiddenPeopleQuery, mutesAnswer } from "@/lib/safety/schema";
import { listMutes } from "@/lib/safety/server/lists";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ query: hiddenPeopleQuery, answer: mutesAnswer }, ({ viewer, query }) =>
    listMutes(viewer, query),
  ),
});
