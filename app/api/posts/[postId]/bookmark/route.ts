import { endpoints, memberRoute } from "@/lib/api/server/route";
import { bookmarkAnswer, bookmarkBody, postParams } from "@/lib/posts/schema";
import { setBookmark } from "@/lib/posts/server/bookmarks";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  POST: memberRoute(
    { params: postParams, body: bookmarkBody, answer: bookmarkAnswer, limit: "like" },
    ({ viewer, params, body }) => setBookmark(viewer, params.postId, body?.bookmarked),
  ),
});
