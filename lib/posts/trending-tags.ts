import { queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import { later } from "@/lib/api/later";
import { postsKeys } from "@/lib/posts/queries";

const contract = later(() => import("@/lib/posts/contract"));

/** What campus talks about this week; a minute old at most, as on the server. */
export const trendingTagsOptions = () =>
  queryOptions({
    queryKey: postsKeys.trendingTags(),
    queryFn: ({ signal }) =>
      api
        .get("/posts/trending-tags", { answer: contract.trendingTagsAnswer, signal })
        .then(({ tags }) => tags),
    staleTime: 60_000,
  });
