import { endpoints, memberRoute } from "@/lib/api/server/route";
import { trendingTagsAnswer } from "@/lib/posts/schema";
import { trendingTags } from "@/lib/posts/server/trending";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ answer: trendingTagsAnswer }, async () => ({ tags: await trendingTags() })),
});
