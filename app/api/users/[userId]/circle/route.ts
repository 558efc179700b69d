import { endpoints, memberRoute } from "@/lib/api/server/route";
import { circleAnswer, circleQuery } from "@/lib/circles/schema";
import { listCircle } from "@/lib/circles/server/circle";
import { userParams } from "@/lib/profiles/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute(
    { params: userParams, query: circleQuery, answer: circleAnswer, limits: ["search", "people_seen"] },
    ({ viewer, params, query }) => listCircle(viewer, params.userId, query),
  ),
});
