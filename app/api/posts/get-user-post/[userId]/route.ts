import { endpoints, memberRoute } from "@/lib/api/route";
import { feedAnswer, feedQuery } from "@/lib/posts/contract";
import { listPostsOf } from "@/lib/posts/service/read";
import { userParams } from "@/lib/users/contract";

/** A person's posts under the name older clients know. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute(
    { params: userParams, query: feedQuery, answer: feedAnswer },
    ({ viewer, params, query }) => listPostsOf(viewer, params.userId, query),
  ),
});
