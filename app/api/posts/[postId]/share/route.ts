import { emptySpecifiedBody } from "@/lib/api/fields";
import { endpoints, memberRoute } from "@/lib/api/server/route";
import { postParams, shareAnswer } from "@/lib/posts/schema";
import { sharePost } from "@/lib/posts/server/share";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: memberRoute(
    { params: postParams, body: emptySpecifiedBody, answer: shareAnswer, limit: "share" },
    async ({ viewer, params }) => ({ sharesCount: await sharePost(viewer, params.postId) }),
  ),
});
