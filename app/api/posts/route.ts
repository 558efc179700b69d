import { endpoints, memberRoute } from "@/lib/api/route";
import { feedAnswer, postsQuery } from "@/lib/posts/contract";
import { listFeed } from "@/lib/posts/service/feed";
import { listPostsOfTag } from "@/lib/posts/service/read";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ query: postsQuery, answer: feedAnswer }, ({ viewer, query }) =>
    query.tag === undefined ? listFeed(viewer, query) : listPostsOfTag(viewer, query.tag, query),
  ),
});
