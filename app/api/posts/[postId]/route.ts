import { messageAnswer } from "@/lib/api/fields";
import { endpoints, memberRoute } from "@/lib/api/server/route";
import { postAnswer, postChangeBody, postParams } from "@/lib/posts/schema";
import { deletePost } from "@/lib/posts/server/delete";
import { updatePost } from "@/lib/posts/server/publish";
import { getPost } from "@/lib/posts/server/read";

/**
 * Long enough for a function to remove a deleted post when its deletion can no longer be undone.
 */
export const maxDuration = 60;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ params: postParams, answer: postAnswer }, async ({ viewer, params }) => ({
    post: await getPost(viewer, params.postId),
  })),
  PUT: memberRoute(
    {
      params: postParams,
      body: postChangeBody,
      answer: postAnswer,
      limit: "write",
      limits: ["mention", "new_mention"],
    },
    async ({ viewer, params, body }) => ({ post: await updatePost(viewer, params.postId, body) }),
  ),
  DELETE: memberRoute(
    { params: postParams, answer: messageAnswer, limit: "write" },
    async ({ viewer, params }) => {
      await deletePost(viewer, params.postId);
      return { message: "Post deleted." };
    },
  ),
});
