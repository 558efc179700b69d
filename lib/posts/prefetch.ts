import "server-only";
import { type DehydratedState, dehydrate, QueryClient } from "@tanstack/react-query";
import type { Viewer } from "@/lib/auth/access";
import { COMMENTS_PAGE } from "@/lib/comments/limits";
import { commentsOptions } from "@/lib/comments/queries";
import { listComments } from "@/lib/comments/service";
import type { Post } from "@/lib/posts/contract";
import { FEED_PAGE } from "@/lib/posts/limits";
import { feedOptions, postsKeys, tagPostsOptions } from "@/lib/posts/queries";
import { listFeed } from "@/lib/posts/service/feed";
import { listPostsOfTag } from "@/lib/posts/service/read";

/**
 * What a page of posts has in its HTML: the first answer of the very queries the browser goes on with. A query that fails
 * here is left out, and the browser asks again and says what failed.
 */

const firstPage = { page: 1, limit: FEED_PAGE };

export async function prefetchFeed(viewer: Viewer): Promise<DehydratedState> {
  const client = new QueryClient();
  await client.prefetchInfiniteQuery({ ...feedOptions(), queryFn: () => listFeed(viewer, firstPage) });
  return dehydrate(client);
}

export async function prefetchTag(viewer: Viewer, tag: string): Promise<DehydratedState> {
  const client = new QueryClient();
  await client.prefetchInfiniteQuery({
    ...tagPostsOptions(tag),
    queryFn: () => listPostsOfTag(viewer, tag, firstPage),
  });
  return dehydrate(client);
}

/** A post that is known already, and its first comments. */
export async function prefetchPost(post: Post): Promise<DehydratedState> {
  const client = new QueryClient();
  client.setQueryData(postsKeys.detail(post._id), post);
  await client.prefetchInfiniteQuery({
    ...commentsOptions(post._id),
    queryFn: () => listComments(post._id, { page: 1, limit: COMMENTS_PAGE }),
  });
  return dehydrate(client);
}
