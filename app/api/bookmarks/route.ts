import { endpoints, memberRoute } from "@/lib/api/server/route";
import { bookmarksQuery, feedAnswer } from "@/lib/posts/schema";
import { listBookmarks } from "@/lib/posts/server/bookmarks";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ query: bookmarksQuery, answer: feedAnswer, limits: ["search"] }, ({ viewer, query }) =>
    listBookmarks(viewer, query),
  ),
});
