import { emptyBody } from "@/lib/api/fields";
import { endpoints, memberRoute } from "@/lib/api/server/route";
import { postAnswer, postParams } from "@/lib/posts/schema";
import { restorePost } from "@/lib/posts/server/delete";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  PUT: memberRoute(
    { params: postParams, body: emptyBody, answer: postAnswer, limit: "write" },
    async ({ viewer, params }) => ({ post: await restorePost(viewer, params.postId) }),
  ),
});
