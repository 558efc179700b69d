import { endpoints, memberRoute } from "@/lib/api/server/route";
import { feedAnswer, postsQuery } from "@/lib/posts/schema";
import { listFeed } from "@/lib/posts/server/feed";
import { listPostsOfTag } from "@/lib/posts/server/read";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ query: postsQuery, answer: feedAnswer }, ({ viewer, query }) =>
    query.tag === undefined ? listFeed(viewer, query) : listPostsOfTag(viewer, query.tag, query),
  ),
});
