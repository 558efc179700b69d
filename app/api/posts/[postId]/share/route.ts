import { endpoints, memberRoute } from "@/lib/api/server/route";
import { emptyBody } from "@/lib/api/shapes";
import { postParams, shareAnswer } from "@/lib/posts/schema";
import { sharePost } from "@/lib/posts/server/write";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: memberRoute(
    { params: postParams, body: emptyBody, answer: shareAnswer, limit: "share" },
    async ({ params }) => ({ sharesCount: await sharePost(params.postId) }),
  ),
});
