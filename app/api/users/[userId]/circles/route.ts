import { endpoints, memberRoute } from "@/lib/api/server/route";
import { circleAnswer, circleQuery } from "@/lib/circles/schema";
import { listCircles } from "@/lib/circles/server/circle";
import { userParams } from "@/lib/profiles/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute(
    { params: userParams, query: circleQuery, answer: circleAnswer, limits: ["search", "people_seen"] },
    ({ viewer, params, query }) => listCircles(viewer, params.userId, query),
  ),
});
