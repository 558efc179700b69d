import { endpoints, memberRoute } from "@/lib/api/route";
import { newPostAnswer, newPostBody } from "@/lib/posts/contract";
import { createPost } from "@/lib/posts/service/write";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: memberRoute(
    { body: newPostBody, answer: newPostAnswer, status: 201, limit: "post" },
    async ({ viewer, body }) => ({
      post: await createPost(viewer, body),
      message: "Post uploaded successfully!",
    }),
  ),
});
