import { endpoints, memberRoute } from "@/lib/api/server/route";
import { feedAnswer, feedQuery } from "@/lib/posts/schema";
import { listPostsOf } from "@/lib/posts/server/read";
import { userParams } from "@/lib/profiles/schema";

/** The older name of `GET /users/{userId}/posts` (docs/api.md, Posts). */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute(
    { params: userParams, query: feedQuery, answer: feedAnswer },
    ({ viewer, params, query }) => listPostsOf(viewer, params.userId, query),
  ),
});
