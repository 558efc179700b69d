import { queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { TrendingTagsAnswer } from "@/lib/posts/contract";
import { postsKeys } from "@/lib/posts/queries";

/** What campus talks about this week; a minute old at most, as on the server. */
export const trendingTagsOptions = () =>
  queryOptions({
    queryKey: postsKeys.trendingTags(),
    queryFn: ({ signal }) =>
      api.get<TrendingTagsAnswer>("/posts/trending-tags", { signal }).then(({ tags }) => tags),
    staleTime: 60_000,
  });
