import { endpoints, memberRoute } from "@/lib/api/route";
import { feedAnswer, feedQuery } from "@/lib/posts/contract";
import { listFeed } from "@/lib/posts/service/read";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ query: feedQuery, answer: feedAnswer }, ({ viewer, query }) => listFeed(viewer, query)),
});
