import { endpoints, memberRoute } from "@/lib/api/server/route";
import { trendingTagsAnswer } from "@/lib/posts/schema";
import { listTrendingTags } from "@/lib/posts/server/trending";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ answer: trendingTagsAnswer }, async ({ viewer }) => ({
    tags: await listTrendingTags(viewer),
  })),
});
