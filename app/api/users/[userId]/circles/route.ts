import { endpoints, memberRoute } from "@/lib/api/server/route";
import { listCircles } from "@/lib/circles/server/circle";
import { circleAnswer, circleQuery, userParams } from "@/lib/profiles/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute(
    { params: userParams, query: circleQuery, answer: circleAnswer, limits: ["search"] },
    ({ viewer, params, query }) => listCircles(viewer, params.userId, query),
  ),
});
