import { endpoints, memberRoute } from "@/lib/api/server/route";
import { commentBody, newCommentAnswer } from "@/lib/comments/schema";
import { addComment } from "@/lib/comments/server/comments";
import { postParams } from "@/lib/posts/schema";

/** The older name, which the Posts Feed page uses (docs/api.md, Comments). */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
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
