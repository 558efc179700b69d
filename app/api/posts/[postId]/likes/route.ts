import { endpoints, memberRoute } from "@/lib/api/server/route";
import { likersAnswer, likersQuery, postParams } from "@/lib/posts/schema";
import { listLikers } from "@/lib/posts/server/likers";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute(
    { params: postParams, query: likersQuery, answer: likersAnswer, limits: ["people_seen"] },
    ({ viewer, params, query }) => listLikers(viewer, params.postId, query),
  ),
});
