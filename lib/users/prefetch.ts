import "server-only";
import { type DehydratedState, dehydrate, QueryClient } from "@tanstack/react-query";
import type { Viewer } from "@/lib/auth/access";
import { FEED_PAGE } from "@/lib/posts/limits";
import { userPostsOptions } from "@/lib/posts/queries";
import { listPostsOf } from "@/lib/posts/service/read";
import type { SearchQuery, User } from "@/lib/users/contract";
import { searchOptions } from "@/lib/users/lists";
import { usersKeys } from "@/lib/users/queries";
import { searchPeople } from "@/lib/users/service/search";

/** What a profile has in its HTML: the person, who is known already, and their first posts. */
export async function prefetchProfile(viewer: Viewer, user: User): Promise<DehydratedState> {
  const client = new QueryClient();
  client.setQueryData(usersKeys.detail(user._id), user);
  await client.prefetchInfiniteQuery({
    ...userPostsOptions(user._id),
    queryFn: () => listPostsOf(viewer, user._id, { page: 1, limit: FEED_PAGE }),
  });
  return dehydrate(client);
}

/** The first results of a search that is in the address. */
export async function prefetchSearch(viewer: Viewer, query: SearchQuery): Promise<DehydratedState> {
  const client = new QueryClient();
  await client.prefetchInfiniteQuery({
    ...searchOptions(query.q),
    queryFn: () => searchPeople(viewer, query),
  });
  return dehydrate(client);
}
