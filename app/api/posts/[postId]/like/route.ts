import { endpoints, memberRoute } from "@/lib/api/route";
import { likeAnswer, likeBody, postParams } from "@/lib/posts/contract";
import { setLike } from "@/lib/posts/service/like";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: memberRoute(
    { params: postParams, body: likeBody, answer: likeAnswer, limit: "like" },
    ({ viewer, params, body }) => setLike(viewer, params.postId, body?.liked),
  ),
});
