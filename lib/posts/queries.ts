import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  type QueryKey,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import { ApiClientError } from "@/lib/api/client-error";
import { setSwitch, wantedOf } from "@/lib/api/last-intent";
import { later } from "@/lib/api/later";
import { patchCached } from "@/lib/api/patch";
import { storedAccessToken } from "@/lib/auth/stored-session";
import { dropWaitingLike, waitFor } from "@/lib/offline/waiting";
import type { FeedAnswer, LikeAnswer, NewPostBody, Post } from "@/lib/posts/contract";
import { FEED_PAGE } from "@/lib/posts/limits";

const contract = later(() => import("@/lib/posts/contract"));

const authContract = later(() => import("@/lib/auth/contract"));

/** Posts, as the browser asks for them and keeps them. */

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

/** What a list asks without a session (the specification, §8). */
export const LOG_IN_TO_VIEW = "Please log in to view posts.";

/** A list of posts, paged by cursor: no duplicates or gaps while others post. */
function postList(queryKey: QueryKey, path: string, query: Record<string, string> = {}) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam, signal }): Promise<FeedAnswer> => {
      if (!storedAccessToken()) throw new ApiClientError(401, "unauthenticated", LOG_IN_TO_VIEW);
      const cursor = pageParam ?? undefined;
      return api.get(path, {
        answer: contract.feedAnswer,
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
    queryFn: ({ signal }) =>
      api.get(`/posts/${postId}`, { answer: contract.postAnswer, signal }).then(({ post }) => post),
  });

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

/** The newest posts of the feed, as few as are needed to tell whether there is something new. */
export const newestPostsOptions = (limit: number) =>
  queryOptions({
    queryKey: postsKeys.newest(limit),
    queryFn: ({ signal }) =>
      api.get("/posts", { answer: contract.feedAnswer, query: { limit }, signal }).then(({ posts }) => posts),
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
  const page = await api.get("/posts", { answer: contract.feedAnswer, query });
  // A next page that is on its way would come after another one than it was asked for.
  await client.cancelQueries({ queryKey: postsKeys.feed() });
  client.setQueryData<PostPages>(postsKeys.feed(), { pages: [page], pageParams: [null] });
  return page.posts[0];
}

/** The posts of all loaded pages in order, each once. */
export function loadedPosts(pages: Pick<PostPages, "pages"> | undefined): Post[] {
  const posts = new Map<string, Post>();
  for (const page of pages?.pages ?? [])
    for (const post of page.posts) if (!posts.has(post._id)) posts.set(post._id, post);
  return [...posts.values()];
}

/** Forgets all but the first page of a list, so that renewing it asks for one page. */
export function keepFirstPage(client: QueryClient, queryKey: QueryKey): void {
  client.setQueryData<PostPages>(queryKey, (data) =>
    data ? { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) } : undefined,
  );
}

// ── Patches: one post changes wherever it is shown ──────────────────────────────────────────────────────────────────

/** Changes a post in every cached list and in its own answer. `change` must come to the same when made twice. */
export function patchPost(client: QueryClient, postId: string, change: (post: Post) => Post): void {
  const one = (post: Post) => (post._id === postId ? change(post) : post);
  patchCached<PostPages>(client, postsKeys.lists(), (data) => mapPages(data, one));
  patchCached<Post>(client, postsKeys.detail(postId), one);
}

/** Puts the server's word in place of what is cached of a post. */
export function replacePost(client: QueryClient, post: Post): void {
  patchPost(client, post._id, () => post);
}

/** Takes a post out of every cached list. Returns how to bring it back where it was. */
export function removePost(client: QueryClient, post: Post): () => void {
  const holding = client
    .getQueriesData<PostPages>({ queryKey: postsKeys.lists() })
    .filter(([, data]) => loadedPosts(data).some(({ _id }) => _id === post._id))
    .map(([queryKey]) => queryKey);
  patchCached<PostPages>(client, postsKeys.lists(), (data) => withoutPost(data, post._id));
  return () => {
    for (const queryKey of holding) patchCached<PostPages>(client, queryKey, (data) => withPost(data, post));
  };
}

/** Puts a new post on top of the lists it belongs to: the feed, its author's and those of its tags. */
export function prependPost(client: QueryClient, post: Post): void {
  const lists = [
    postsKeys.feed(),
    postsKeys.ofUser(post.userId._id),
    ...post.hashtags.map((tag) => postsKeys.ofTag(tag)),
  ];
  for (const queryKey of lists) patchCached<PostPages>(client, queryKey, (data) => withPost(data, post));
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

function withTotal(pages: FeedAnswer[], by: number): FeedAnswer[] {
  return pages.map((page) => ({ ...page, total: Math.max(0, page.total + by) }));
}

function withoutPost(data: PostPages, postId: string): PostPages {
  if (!loadedPosts(data).some(({ _id }) => _id === postId)) return data;
  const pages = data.pages.map((page) => ({
    ...page,
    posts: page.posts.filter(({ _id }) => _id !== postId),
  }));
  return { ...data, pages: withTotal(pages, -1) };
}

/** Newest first, and of two as new the larger id, as the server orders them. */
const isBefore = (a: Post, b: Post) =>
  a.createdAt === b.createdAt ? a._id > b._id : a.createdAt > b.createdAt;

function withPost(data: PostPages, post: Post): PostPages {
  if (loadedPosts(data).some(({ _id }) => _id === post._id)) return data;
  // Into the first page that shows something older; a post older than all that is loaded goes to the end.
  const found = data.pages.findIndex((page) => page.posts.some((other) => isBefore(post, other)));
  const at = found === -1 ? data.pages.length - 1 : found;
  const pages = data.pages.map((page, index) => {
    if (index !== at) return page;
    const place = page.posts.findIndex((other) => isBefore(post, other));
    const posts = [...page.posts];
    posts.splice(place === -1 ? posts.length : place, 0, post);
    return { ...page, posts };
  });
  return { ...data, pages: withTotal(pages, 1) };
}

// ── Actions ─────────────────────────────────────────────────────────────────────────────────────────────────────────

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
    dropWaitingLike(post._id);
    void setSwitch<LikeAnswer>(`like ${post._id}`, liked, {
      show: (wanted) => patchPost(client, post._id, (shown) => withLike(shown, wanted)),
      send: async (wanted) => {
        try {
          return await sendLike(post._id, wanted);
        } catch (error) {
          if (!waitFor(error, act(wanted))) throw error;
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

const sendLike = (postId: string, liked: boolean) =>
  api.post(`/posts/${postId}/like`, { body: { liked }, answer: contract.likeAnswer });

/** Sends a like that waited; whoever presses meanwhile has the last word. Throws when the server refuses or is away. */
export async function sendWaitingLike(client: QueryClient, postId: string, liked: boolean): Promise<void> {
  let failure: unknown;
  await setSwitch<LikeAnswer>(`like ${postId}`, liked, {
    show: (wanted) => patchPost(client, postId, (shown) => withLike(shown, wanted)),
    send: (wanted) => sendLike(postId, wanted),
    settle: (answer) => patchPost(client, postId, (shown) => ({ ...shown, ...answer })),
    fail: (error) => {
      failure = error;
    },
  });
  if (failure) throw failure;
}

/** Publishes an uploaded picture or video and shows it on top of the feed. */
export function usePublishPost() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewPostBody) =>
      api.post("/upload/pre-calculated", { body, answer: contract.newPostAnswer }),
    onSuccess: ({ post }) => prependPost(client, post),
  });
}

/** Changes a caption at once; a refusal brings the old one back. */
export function useUpdateCaption() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ post, caption }: { post: Post; caption: string }) =>
      api.put(`/posts/${post._id}`, { body: { caption }, answer: contract.postAnswer }),
    onMutate: ({ post, caption }) => {
      patchPost(client, post._id, (shown) => ({ ...shown, caption: caption.trim() }));
    },
    onSuccess: ({ post }) => {
      const { caption, hashtags } = post;
      patchPost(client, post._id, (shown) => ({ ...shown, caption, hashtags }));
    },
    onError: (_error, { post }) => {
      patchPost(client, post._id, (shown) => ({ ...shown, caption: post.caption }));
    },
  });
}

/** Deletes a post: gone at once, back where it was when the server refuses. */
export function useDeletePost() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (post: Post) => api.delete(`/posts/${post._id}`, { answer: authContract.messageAnswer }),
    onMutate: (post) => ({ bringBack: removePost(client, post) }),
    onSuccess: (_answer, post) =>
      client.removeQueries({ queryKey: postsKeys.detail(post._id), type: "inactive" }),
    onError: (_error, _post, context) => context?.bringBack(),
  });
}

/** Counts a share that happened. Nobody waits for it, and its failure is nobody's problem (contract §4). */
export function useCountShare() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (postId: string) => api.post(`/posts/${postId}/share`, { answer: contract.shareAnswer }),
    onSuccess: ({ sharesCount }, postId) => patchPost(client, postId, (shown) => ({ ...shown, sharesCount })),
  });
}
