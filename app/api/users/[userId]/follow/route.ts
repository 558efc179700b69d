import { endpoints, memberRoute } from "@/lib/api/server/route";
import { followAnswer, followBody } from "@/lib/circles/schema";
import { setCircle } from "@/lib/circles/server/circle";
import { userParams } from "@/lib/profiles/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: memberRoute(
    { params: userParams, body: followBody, answer: followAnswer, limit: "follow", limits: ["new_follow"] },
    ({ viewer, params, body }) => setCircle(viewer, params.userId, body?.inCircle),
  ),
});
