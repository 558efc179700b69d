import { hashKey, matchQuery, type QueryClient, type QueryKey } from "@tanstack/react-query";
import { FEEDS, type FeedName } from "@/lib/posts/policy";
import type { FeedAnswer, Post } from "@/lib/posts/schema";
import { patchCached } from "@/lib/query/optimistic";
import { sendToOtherTabs } from "@/lib/query/other-tabs";
import { isNewer, type Pages, pageItems } from "@/lib/query/pages";
import type { MediaType } from "@/lib/uploads/schema";

/** The cache keys of posts, and updates to the cached posts wherever a post is shown. */

export const postsKeys = {
  all: ["posts"] as const,
  lists: () => [...postsKeys.all, "list"] as const,
  feed: (feed: FeedName = "campus") => [...postsKeys.lists(), "feed", feed] as const,
  /** A feed's first page while it is reloaded. */
  fresh: (feed: FeedName) => [...postsKeys.feed(feed), "fresh"] as const,
  ofUser: (userId: string) => [...postsKeys.lists(), "user", userId] as const,
  ofTag: (tag: string) => [...postsKeys.lists(), "tag", tag] as const,
  trending: (mediaType?: MediaType) =>
    [...postsKeys.lists(), "trending", ...(mediaType ? [mediaType] : [])] as const,
  bookmarks: () => [...postsKeys.lists(), "bookmarks"] as const,
  bookmarksWith: (q: string) => [...postsKeys.bookmarks(), q] as const,
  details: () => [...postsKeys.all, "detail"] as const,
  detail: (postId: string) => [...postsKeys.details(), postId] as const,
  newestPosts: () => [...postsKeys.all, "newest"] as const,
  newest: (feed: FeedName, limit: number) => [...postsKeys.newestPosts(), feed, limit] as const,
  likers: (postId: string) => [...postsKeys.all, "likers", postId] as const,
  trendingTags: () => [...postsKeys.all, "trending-tags"] as const,
  tagSearch: (q: string) => [...postsKeys.all, "tag-search", q] as const,
  /** Mutation keys of a like and of a bookmark; nothing is cached under them. */
  like: (postId: string) => [...postsKeys.all, "like", postId] as const,
  bookmark: (postId: string) => [...postsKeys.all, "bookmark", postId] as const,
};

export type PostPages = Pages<FeedAnswer>;

export const postItems = pageItems("posts");

/** Changes a post in every cached list and on its own page. `change` must be idempotent. */
export function patchPost(client: QueryClient, postId: string, change: (post: Post) => Post): void {
  const patch = (post: Post) => (post._id === postId ? change(post) : post);
  patchCached<PostPages>(client, postsKeys.lists(), (data) => postItems.map(data, patch));
  patchCached<Post>(client, postsKeys.detail(postId), patch);
}

/** What the person's other tabs receive: what the server answered about a post. */
export type PostNews = { kind: "post"; postId: string; change: Partial<Post> };

/** Shows what the server answered about a post, in this tab and the others. */
export function settlePost(client: QueryClient, postId: string, change: Partial<Post>): void {
  patchPost(client, postId, (post) => ({ ...post, ...change }));
  sendToOtherTabs<PostNews>({ kind: "post", postId, change });
}

/** The post after the viewer likes or unlikes it. Idempotent. */
export function withLike(post: Post, liked: boolean): Post {
  if (post.isLiked === liked) return post;
  return { ...post, isLiked: liked, likesCount: Math.max(0, post.likesCount + (liked ? 1 : -1)) };
}

/** The post after the viewer bookmarks it or removes the bookmark. Idempotent. */
export const withBookmark = (post: Post, isBookmarked: boolean): Post =>
  post.isBookmarked === isBookmarked ? post : { ...post, isBookmarked };

/** How long a list may be on its way, in milliseconds. */
const ON_ITS_WAY_MS = 30_000;

/** By the id of a post that was removed: lets lists that arrive bring it again. */
const readmissions = new Map<string, () => void>();

/**
 * Removes a post from every cached list, and from those that are on their way: they may have been
 * read before the post was deleted. Returns a function that restores it.
 */
export function removePost(client: QueryClient, post: Post): () => void {
  const { _id } = post;
  const lists = { queryKey: postsKeys.lists() };
  patchCached<PostPages>(client, lists.queryKey, (data) => postItems.remove(data, _id));
  readmissions.get(_id)?.();
  const stop = client.getQueryCache().subscribe(({ type, query }) => {
    if ((type !== "added" && type !== "updated") || !matchQuery(lists, query)) return;
    if (!postItems.find<Post>(query.state.data as PostPages | undefined, _id)) return;
    client.setQueryData<PostPages>(query.queryKey, (data) => data && postItems.remove(data, _id));
  });
  const timer = setTimeout(() => readmissions.get(_id)?.(), ON_ITS_WAY_MS);
  readmissions.set(_id, () => {
    stop();
    clearTimeout(timer);
    readmissions.delete(_id);
  });
  return () => restorePost(client, post);
}

/** Adds a post again that was removed. Lists that are not by time are loaded again. */
export function restorePost(client: QueryClient, post: Post): void {
  readmissions.get(post._id)?.();
  insertPost(client, post);
  void client.invalidateQueries({ queryKey: postsKeys.trending() });
  if (post.isBookmarked) void client.invalidateQueries({ queryKey: postsKeys.bookmarks() });
}

/**
 * Adds a post of the viewer to both feeds, their own list and its tags' lists, at the place of its
 * time. A list that has not been loaded that far is loaded again.
 */
export function insertPost(client: QueryClient, post: Post): void {
  const feeds = FEEDS.map((feed) => postsKeys.feed(feed));
  const tags = post.hashtags.map((tag) => postsKeys.ofTag(tag));
  for (const queryKey of [...feeds, postsKeys.ofUser(post.userId._id), ...tags]) {
    patchCached<PostPages>(client, queryKey, (data) =>
      isLoaded(data, post) ? postItems.insert(data, post) : data,
    );
    const data = client.getQueryData<PostPages>(queryKey);
    if (data && !isLoaded(data, post)) void client.invalidateQueries({ queryKey });
  }
}

/**
 * Adds a new post as `insertPost` does, also to a feed that is on its way: it may have been read
 * before the post was there.
 */
export function insertNewPost(client: QueryClient, post: Post): void {
  insertPost(client, post);
  const feed = hashKey(postsKeys.feed("campus"));
  const cache = client.getQueryCache();
  if (cache.get(feed)?.state.data) return;
  const stop = cache.subscribe(({ query }) => {
    if (query.queryHash !== feed || !query.state.data) return;
    stop();
    setTimeout(() => insertPost(client, post));
  });
  setTimeout(stop, ON_ITS_WAY_MS);
}

/** Whether the place of a post in a list is among its loaded pages. */
const isLoaded = (data: PostPages, post: Post) =>
  data.pages.at(-1)?.nextCursor === null ||
  postItems.all(data).some((other) => other._id === post._id || isNewer(post, other));

/** Replaces all loaded pages of a feed with the one that was reloaded. */
export async function replaceFeed(client: QueryClient, feed: FeedName): Promise<void> {
  // A next page still loading belongs after the old pages, not after this one.
  await client.cancelQueries({ queryKey: postsKeys.feed(feed) });
  client.setQueryData(postsKeys.feed(feed), client.getQueryData<PostPages>(postsKeys.fresh(feed)));
}

/**
 * Has the circle's feed loaded again after the viewer joined or left someone: at once where it is
 * empty, else when it is next opened, so that nothing moves while it is read.
 */
export function renewCircleFeed(client: QueryClient): void {
  const queryKey = postsKeys.feed("circle");
  const isEmpty = postItems.all(client.getQueryData<PostPages>(queryKey)).length === 0;
  void client.invalidateQueries({ queryKey, refetchType: isEmpty ? "active" : "none" });
}

/** Drops all but the first page of a list, so that a refetch requests a single page. */
export function trimToFirstPage(client: QueryClient, queryKey: QueryKey): void {
  client.setQueryData<PostPages>(
    queryKey,
    (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
  );
}

/** Whether `newest` has a post by another person that is newer than all such posts in `shown`. */
export function hasNewPosts(shown: Post[], newest: Post[], ownId: string | undefined): boolean {
  const latest = shown.find((post) => post.userId._id !== ownId);
  return newest.some((post) => post.userId._id !== ownId && (!latest || isNewer(post, latest)));
}
