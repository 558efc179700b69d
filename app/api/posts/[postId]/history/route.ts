import { endpoints, memberRoute } from "@/lib/api/server/route";
import { historyAnswer, postParams } from "@/lib/posts/schema";
import { getPostHistory } from "@/lib/posts/server/history";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ params: postParams, answer: historyAnswer }, ({ viewer, params }) =>
    getPostHistory(viewer, params.postId),
  ),
});
