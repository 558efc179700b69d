import { endpoints, memberRoute } from "@/lib/api/server/route";
import { commentAnswer, commentChangeBody, commentParams, deletedCommentAnswer } from "@/lib/comments/schema";
import { deleteComment } from "@/lib/comments/server/delete";
import { editComment } from "@/lib/comments/server/edit";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: memberRoute(
    {
      params: commentParams,
      body: commentChangeBody,
      answer: commentAnswer,
      limit: "write",
      limits: ["mention", "new_mention"],
    },
    async ({ viewer, params, body }) => ({
      comment: await editComment(viewer, params.postId, params.commentId, body.content),
    }),
  ),
  DELETE: memberRoute(
    { params: commentParams, answer: deletedCommentAnswer, limit: "write" },
    async ({ viewer, params }) => ({
      commentsCount: await deleteComment(viewer, params.postId, params.commentId),
      message: "Comment deleted.",
    }),
  ),
});
