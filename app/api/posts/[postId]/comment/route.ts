import { endpoints, memberRoute } from "@/lib/api/route";
import { commentBody, newCommentAnswer } from "@/lib/comments/contract";
import { addComment } from "@/lib/comments/service";
import { postParams } from "@/lib/posts/contract";

/** The name under which the Posts Feed page comments (contract §5). */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: memberRoute(
    { params: postParams, body: commentBody, answer: newCommentAnswer, status: 201, limit: "comment" },
    ({ viewer, params, body }) => addComment(viewer, params.postId, body.content, body.clientId),
  ),
});
