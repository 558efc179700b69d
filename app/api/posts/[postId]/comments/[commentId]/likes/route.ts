import { endpoints, memberRoute } from "@/lib/api/server/route";
import { commentParams } from "@/lib/comments/schema";
import { listCommentLikers } from "@/lib/comments/server/like";
import { likersAnswer, likersQuery } from "@/lib/posts/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute(
    { params: commentParams, query: likersQuery, answer: likersAnswer, limits: ["people_seen"] },
    ({ viewer, params, query }) => listCommentLikers(viewer, params.postId, params.commentId, query),
  ),
});
