import { endpoints, memberRoute } from "@/lib/api/server/route";
import { commentParams, deletedCommentAnswer } from "@/lib/comments/schema";
import { deleteComment } from "@/lib/comments/server/comments";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  DELETE: memberRoute(
    { params: commentParams, answer: deletedCommentAnswer, limit: "write" },
    async ({ viewer, params }) => ({
      commentsCount: await deleteComment(viewer, params.postId, params.commentId),
      message: "Comment deleted.",
    }),
  ),
});
