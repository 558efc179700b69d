import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { postsKeys } from "@/lib/posts/client/keys";
import type { FeedAnswer, Post } from "@/lib/posts/schema";
import { isNewer, onePage, type Pages, pageItems } from "@/lib/query/pages";
import { patchCached } from "@/lib/query/patch";

/** What changes in the cached posts, wherever a post is shown. */

export type PostPages = Pages<FeedAnswer>;

export const postItems = pageItems("posts");

/**
 * Changes a post in every cached list and in its own answer. `change` must come to the same when
 * made twice.
 */
export function patchPost(client: QueryClient, postId: string, change: (post: Post) => Post): void {
  const patch = (post: Post) => (post._id === postId ? change(post) : post);
  patchCached<PostPages>(client, postsKeys.lists(), (data) => postItems.map(data, patch));
  patchCached<Post>(client, postsKeys.detail(postId), patch);
}

/** The post as its reader sees it once they like it or no longer do. Made twice it is the same. */
export function withLike(post: Post, liked: boolean): Post {
  if (post.isLiked === liked) return post;
  return { ...post, isLiked: liked, likesCount: Math.max(0, post.likesCount + (liked ? 1 : -1)) };
}

/** Takes a post out of every cached list. Returns what brings it back where it was. */
export function removePost(client: QueryClient, post: Post): () => void {
  const holding = client
    .getQueriesData<PostPages>({ queryKey: postsKeys.lists() })
    .filter(([, data]) => postItems.find(data, post._id))
    .map(([queryKey]) => queryKey);
  patchCached<PostPages>(client, postsKeys.lists(), (data) => postItems.remove(data, post._id));
  return () => {
    for (const queryKey of holding) insertPost(client, queryKey, post);
  };
}

/**
 * Puts a new post on top of the lists it belongs to: the feed, its author's and those of its tags.
 */
export function prependPost(client: QueryClient, post: Post): void {
  insertPost(client, postsKeys.feed(), post);
  insertPost(client, postsKeys.ofUser(post.userId._id), post);
  for (const tag of post.hashtags) insertPost(client, postsKeys.ofTag(tag), post);
}

function insertPost(client: QueryClient, queryKey: QueryKey, post: Post): void {
  patchCached<PostPages>(client, queryKey, (data) => postItems.insert(data, post));
}

/** Puts `page` in the place of all that is loaded of the feed. */
export async function replaceFeed(client: QueryClient, page: FeedAnswer): Promise<void> {
  // A next page that is on its way would come after another one than it was asked for.
  await client.cancelQueries({ queryKey: postsKeys.feed() });
  client.setQueryData<PostPages>(postsKeys.feed(), onePage(page));
}

/** Forgets all but the first page of a list, so that renewing it asks for one page. */
export function trimToFirstPage(client: QueryClient, queryKey: QueryKey): void {
  client.setQueryData<PostPages>(
    queryKey,
    (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
  );
}

/** Whether `newest` has a post of somebody else's that is newer than all of theirs in `shown`. */
export function hasNewPosts(shown: Post[], newest: Post[], ownId: string | undefined): boolean {
  const latest = shown.find((post) => post.userId._id !== ownId);
  return newest.some((post) => post.userId._id !== ownId && (!latest || isNewer(post, latest)));
}
