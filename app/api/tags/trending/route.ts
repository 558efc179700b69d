import { endpoints, memberRoute } from "@/lib/api/server/route";
import { listTrendingTags } from "@/lib/posts/server/trending";
import { trendingTagsAnswer } from "@/lib/posts/trending-schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ answer: trendingTagsAnswer }, async ({ viewer }) => ({
    tags: await listTrendingTags(viewer),
  })),
});
