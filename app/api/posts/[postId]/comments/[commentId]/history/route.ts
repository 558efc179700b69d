import { endpoints, memberRoute } from "@/lib/api/server/route";
import { commentParams } from "@/lib/comments/schema";
import { getCommentHistory } from "@/lib/comments/server/read";
import { historyAnswer } from "@/lib/posts/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ params: commentParams, answer: historyAnswer }, ({ viewer, params }) =>
    getCommentHistory(viewer, params.postId, params.commentId),
  ),
});
