import { messageAnswer } from "@/lib/api/fields";
import { endpoints, memberRoute } from "@/lib/api/server/route";
import { postAnswer, postChangeBody, postParams } from "@/lib/posts/schema";
import { getPost } from "@/lib/posts/server/read";
import { deletePost, updatePost } from "@/lib/posts/server/write";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ params: postParams, answer: postAnswer }, async ({ viewer, params }) => ({
    post: await getPost(viewer, params.postId),
  })),
  PUT: memberRoute(
    { params: postParams, body: postChangeBody, answer: postAnswer, limit: "write" },
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
