import { endpoints, memberRoute } from "@/lib/api/server/route";
import { likeAnswer, likeBody, postParams } from "@/lib/posts/schema";
import { setLike } from "@/lib/posts/server/like";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: memberRoute(
    { params: postParams, body: likeBody, answer: likeAnswer, limit: "like" },
    ({ viewer, params, body }) => setLike(viewer, params.postId, body?.liked),
  ),
});
