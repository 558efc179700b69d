import { endpoints, memberRoute } from "@/lib/api/server/route";
import { feedAnswer } from "@/lib/posts/schema";
import { listTrending } from "@/lib/posts/server/trending";
import { trendingQuery } from "@/lib/posts/trending-schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ query: trendingQuery, answer: feedAnswer }, ({ viewer, query }) =>
    listTrending(viewer, query),
  ),
});
