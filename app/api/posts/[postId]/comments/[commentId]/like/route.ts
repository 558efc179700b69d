import { endpoints, memberRoute } from "@/lib/api/server/route";
import { commentLikeAnswer, commentLikeBody, commentParams } from "@/lib/comments/schema";
import { setCommentLike } from "@/lib/comments/server/like";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: memberRoute(
    { params: commentParams, body: commentLikeBody, answer: commentLikeAnswer, limit: "like" },
    ({ viewer, params, body }) => setCommentLike(viewer, params.postId, params.commentId, body?.liked),
  ),
});
