import { endpoints, memberRoute } from "@/lib/api/server/route";
import { feedAnswer, postsQuery } from "@/lib/posts/schema";
import { listFeedNamed } from "@/lib/posts/server/feed";
import { listPostsOfTag } from "@/lib/posts/server/read";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ query: postsQuery, answer: feedAnswer }, ({ viewer, query: { tag, feed, ...page } }) => {
    if (tag !== undefined) return listPostsOfTag(viewer, tag, page);
    return listFeedNamed(feed, viewer, page);
  }),
});
