import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  type QueryKey,
  queryOptions,
  useQueryClient,
} from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import { ApiClientError, LOG_IN_TO_VIEW } from "@/lib/api/client-error";
import { setSwitch, wantedOf } from "@/lib/api/last-intent";
import { patchCached } from "@/lib/api/patch";
import { storedAccessToken } from "@/lib/auth/stored-session";
import { dequeueLike, enqueueIfOffline } from "@/lib/offline/queue";
import type { FeedAnswer, LikeAnswer, Post, PostAnswer } from "@/lib/posts/contract";
import { FEED_PAGE } from "@/lib/posts/limits";

/** Posts, as the browser asks for them and keeps them, and likes: what every list of posts needs at once. */

export const postsKeys = {
  all: ["posts"] as const,
  lists: () => [...postsKeys.all, "list"] as const,
  feed: () => [...postsKeys.lists(), "feed"] as const,
  ofUser: (userId: string) => [...postsKeys.lists(), "user", userId] as const,
  ofTag: (tag: string) => [...postsKeys.lists(), "tag", tag] as const,
  details: () => [...postsKeys.all, "detail"] as const,
  detail: (postId: string) => [...postsKeys.details(), postId] as const,
  newest: (limit: number) => [...postsKeys.all, "newest", limit] as const,
  trendingTags: () => [...postsKeys.all, "trending-tags"] as const,
};

export type PostPages = InfiniteData<FeedAnswer, string | null>;

/** A list of posts, paged by cursor: no duplicates or gaps while others post. */
function postList(queryKey: QueryKey, path: string, query: Record<string, string> = {}) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam, signal }): Promise<FeedAnswer> => {
      if (!storedAccessToken()) throw new ApiClientError(401, "unauthenticated", LOG_IN_TO_VIEW);
      const cursor = pageParam ?? undefined;
      return api.get<FeedAnswer>(path, {
        query: { ...query, limit: FEED_PAGE, cursor },
        signal,
      });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last: FeedAnswer) => last.nextCursor,
    // A list never re-orders itself under its reader: it is renewed by a visit or by Refresh.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export type PostListOptions = ReturnType<typeof postList>;

/** Every post, newest first. */
export const feedOptions = () => postList(postsKeys.feed(), "/posts", { sort: "-createdAt" });

/** One person's posts, newest first. */
export const userPostsOptions = (userId: string) =>
  postList(postsKeys.ofUser(userId), `/users/${userId}/posts`);

/** The posts with a tag (without its sign, in lower case), newest first. */
export const tagPostsOptions = (tag: string) => postList(postsKeys.ofTag(tag), "/posts", { tag });

/** One post. */
export const postOptions = (postId: string) =>
  queryOptions({
    queryKey: postsKeys.detail(postId),
    queryFn: ({ signal }) => api.get<PostAnswer>(`/posts/${postId}`, { signal }).then(({ post }) => post),
  });

/** The posts of all loaded pages in order, each once. */
export function loadedPosts(pages: Pick<PostPages, "pages"> | undefined): Post[] {
  const posts = new Map<string, Post>();
  for (const page of pages?.pages ?? [])
    for (const post of page.posts) if (!posts.has(post._id)) posts.set(post._id, post);
  return [...posts.values()];
}

// ── Patches: one post changes wherever it is shown ──────────────────────────────────────────────────────────────────

/** Changes a post in every cached list and in its own answer. `change` must come to the same when made twice. */
export function patchPost(client: QueryClient, postId: string, change: (post: Post) => Post): void {
  const one = (post: Post) => (post._id === postId ? change(post) : post);
  patchCached<PostPages>(client, postsKeys.lists(), (data) => mapPages(data, one));
  patchCached<Post>(client, postsKeys.detail(postId), one);
}

function mapPages(data: PostPages, change: (post: Post) => Post): PostPages {
  let changed = false;
  const pages = data.pages.map((page) => {
    const posts = page.posts.map(change);
    if (posts.every((post, index) => post === page.posts[index])) return page;
    changed = true;
    return { ...page, posts };
  });
  return changed ? { ...data, pages } : data;
}

// ── Likes ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The post as it looks to its reader once they like it or no longer do. Made twice it is the same. */
export function withLike(post: Post, liked: boolean): Post {
  if (post.isLiked === liked) return post;
  return { ...post, isLiked: liked, likesCount: Math.max(0, post.likesCount + (liked ? 1 : -1)) };
}

/** Whether the reader likes the post, by their last press: of two quick ones the second may come before the first is drawn. */
export const isLikeWanted = (post: Post): boolean => wantedOf(`like ${post._id}`) ?? post.isLiked;

/**
 * Likes or unlikes at once; `onFail` hears when the server says no and the post is as it was before. Without a connection it
 * waits to be sent.
 */
export function useLikePost(post: Post, onFail: (error: unknown) => void): (liked: boolean) => void {
  const client = useQueryClient();
  return (liked) => {
    const before: LikeAnswer = { isLiked: post.isLiked, likesCount: post.likesCount, likes: post.likes };
    const act = (wanted: boolean) => ({ kind: "like", postId: post._id, liked: wanted }) as const;
    // What was wanted while there was no connection is no longer wanted.
    dequeueLike(post._id);
    void setSwitch<LikeAnswer>(`like ${post._id}`, liked, {
      show: (wanted) => patchPost(client, post._id, (shown) => withLike(shown, wanted)),
      send: async (wanted) => {
        try {
          return await sendLike(post._id, wanted);
        } catch (error) {
          if (!enqueueIfOffline(error, act(wanted))) throw error;
          const { isLiked, likesCount, likes } = withLike(post, wanted);
          return { isLiked, likesCount, likes };
        }
      },
      settle: (answer) => patchPost(client, post._id, (shown) => ({ ...shown, ...answer })),
      fail: (error, confirmed) => {
        patchPost(client, post._id, (shown) => ({ ...shown, ...(confirmed ?? before) }));
        onFail(error);
      },
    });
  };
}

/** Tells the server what its reader wants of a post. */
export const sendLike = (postId: string, liked: boolean) =>
  api.post<LikeAnswer>(`/posts/${postId}/like`, { body: { liked } });
