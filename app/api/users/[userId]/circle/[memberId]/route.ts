import { endpoints, memberRoute } from "@/lib/api/server/route";
import { memberParams, removedAnswer } from "@/lib/circles/schema";
import { removeFromCircle } from "@/lib/circles/server/circle";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  DELETE: memberRoute(
    { params: memberParams, answer: removedAnswer, limit: "follow" },
    ({ viewer, params }) => removeFromCircle(viewer, params.userId, params.memberId),
  ),
});
