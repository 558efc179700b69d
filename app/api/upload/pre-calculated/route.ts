import { endpoints, memberRoute } from "@/lib/api/server/route";
import { POST_UPLOADED } from "@/lib/posts/policy";
import { newPostAnswer, newPostBody } from "@/lib/posts/schema";
import { createPost } from "@/lib/posts/server/publish";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: memberRoute(
    {
      body: newPostBody,
      answer: newPostAnswer,
      status: 201,
      limit: "post",
      limits: ["new_post", "mention", "new_mention"],
    },
    async ({ viewer, body }) => ({
      post: await createPost(viewer, body),
      message: POST_UPLOADED,
    }),
  ),
});
