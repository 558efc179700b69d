import { endpoints, memberRoute } from "@/lib/api/route";
import { circleAnswer, circleQuery, userParams } from "@/lib/users/contract";
import { listCircle } from "@/lib/users/service/circle";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute(
    { params: userParams, query: circleQuery, answer: circleAnswer },
    ({ viewer, params, query }) => listCircle(viewer, params.userId, query),
  ),
});
