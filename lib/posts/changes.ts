import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/api/client";
import { setSwitch } from "@/lib/api/last-intent";
import { patchCached } from "@/lib/api/patch";
import type { QueueHandlers } from "@/lib/offline/queue";
import type {
  FeedAnswer,
  LikeAnswer,
  NewPostAnswer,
  NewPostBody,
  Post,
  PostAnswer,
  ShareAnswer,
} from "@/lib/posts/contract";
import { isBefore } from "@/lib/posts/newest";
import { loadedPosts, type PostPages, patchPost, postsKeys, sendLike, withLike } from "@/lib/posts/queries";

/** What a person does with posts besides liking them. Screens load it with the dialog or menu that does it. */

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

/** A like in the offline queue. Whoever presses while it is sent has the last word. */
export const queuedLike: QueueHandlers["like"] = {
  send: async (client, { postId, liked }) => {
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
  },
  show: (client, { postId, liked }) => patchPost(client, postId, (post) => withLike(post, liked)),
  undo: (client, { postId, liked }) => patchPost(client, postId, (post) => withLike(post, !liked)),
};

/** Publishes an uploaded picture or video and shows it on top of the feed. */
export function usePublishPost() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewPostBody) => api.post<NewPostAnswer>("/upload/pre-calculated", { body }),
    onSuccess: ({ post }) => prependPost(client, post),
  });
}

/** Changes a caption at once; a refusal brings the old one back. */
export function useUpdateCaption() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ post, caption }: { post: Post; caption: string }) =>
      api.put<PostAnswer>(`/posts/${post._id}`, { body: { caption } }),
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
    mutationFn: (post: Post) => api.delete(`/posts/${post._id}`),
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
    mutationFn: (postId: string) => api.post<ShareAnswer>(`/posts/${postId}/share`),
    onSuccess: ({ sharesCount }, postId) => patchPost(client, postId, (shown) => ({ ...shown, sharesCount })),
  });
}
