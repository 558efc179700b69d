import { endpoints, memberRoute } from "@/lib/api/route";
import { trendingTagsAnswer } from "@/lib/posts/contract";
import { trendingTags } from "@/lib/posts/service/trending-tags";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ answer: trendingTagsAnswer }, async () => ({ tags: await trendingTags() })),
});
