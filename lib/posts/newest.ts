import { type QueryClient, type QueryKey, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import type { FeedAnswer, Post } from "@/lib/posts/contract";
import { FEED_PAGE } from "@/lib/posts/limits";
import { type PostPages, postsKeys } from "@/lib/posts/queries";

/** What came to the feed while it was read. */

/** Newest first, and of two as new the larger id, as the server orders them. */
export const isBefore = (a: Post, b: Post) =>
  a.createdAt === b.createdAt ? a._id > b._id : a.createdAt > b.createdAt;

/** The newest posts of the feed, as few as are needed to tell whether there is something new. */
export const newestPostsOptions = (limit: number) =>
  queryOptions({
    queryKey: postsKeys.newest(limit),
    queryFn: ({ signal }) =>
      api.get<FeedAnswer>("/posts", { query: { limit }, signal }).then(({ posts }) => posts),
    retry: false,
  });

/** Whether `newest` has a post of somebody else's that is newer than all of theirs in `shown`. */
export function newSince(shown: Post[], newest: Post[], ownId: string | undefined): boolean {
  const latest = shown.find((post) => post.userId._id !== ownId);
  return newest.some((post) => post.userId._id !== ownId && (!latest || isBefore(post, latest)));
}

/** Puts the feed's first page, as it is now, in the place of all that is loaded; its first post is the answer. */
export async function renewFeed(client: QueryClient): Promise<Post | undefined> {
  const query = { sort: "-createdAt", limit: FEED_PAGE };
  const page = await api.get<FeedAnswer>("/posts", { query });
  // A next page that is on its way would come after another one than it was asked for.
  await client.cancelQueries({ queryKey: postsKeys.feed() });
  client.setQueryData<PostPages>(postsKeys.feed(), { pages: [page], pageParams: [null] });
  return page.posts[0];
}

/** Forgets all but the first page of a list, so that renewing it asks for one page. */
export function keepFirstPage(client: QueryClient, queryKey: QueryKey): void {
  client.setQueryData<PostPages>(queryKey, (data) =>
    data ? { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) } : undefined,
  );
}
