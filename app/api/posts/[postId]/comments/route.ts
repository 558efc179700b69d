import { endpoints, memberRoute } from "@/lib/api/server/route";
import { commentBody, commentsAnswer, commentsQuery, newCommentAnswer } from "@/lib/comments/schema";
import { addComment } from "@/lib/comments/server/comments";
import { listComments } from "@/lib/comments/server/read";
import { postParams } from "@/lib/posts/schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute(
    { params: postParams, query: commentsQuery, answer: commentsAnswer },
    ({ viewer, params, query }) => listComments(viewer, params.postId, query),
  ),
  POST: memberRoute(
    {
      params: postParams,
      body: commentBody,
      answer: newCommentAnswer,
      status: 201,
      limit: "comment",
      limits: ["new_comment", "mention", "new_mention"],
    },
    ({ viewer, params, body }) => addComment(viewer, params.postId, body.content, body),
  ),
});
