import { endpoints, memberRoute } from "@/lib/api/route";
import { followAnswer, followBody, userParams } from "@/lib/users/contract";
import { setCircle } from "@/lib/users/service/circle";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: memberRoute(
    { params: userParams, body: followBody, answer: followAnswer, limit: "follow" },
    ({ viewer, params, body }) => setCircle(viewer, params.userId, body?.inCircle),
  ),
});
