import { endpoints, memberRoute } from "@/lib/api/server/route";
import { searchTags } from "@/lib/posts/server/search-tags";
import { tagSearchAnswer, tagSearchQuery } from "@/lib/posts/trending-schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: memberRoute({ query: tagSearchQuery, answer: tagSearchAnswer }, async ({ viewer, query }) => ({
    tags: await searchTags(viewer, query.q),
  })),
});
