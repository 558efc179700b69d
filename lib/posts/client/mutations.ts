import { type QueryClient, useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { apiError } from "@/lib/api/client/api-client-error";
import { api } from "@/lib/api/client/request";
import {
  type PostPages,
  patchPost,
  postItems,
  postsKeys,
  removePost,
  replaceFeed,
  restorePost,
  settlePost,
  withBookmark,
  withLike,
} from "@/lib/posts/client/cache";
import { feedOptions } from "@/lib/posts/client/queries";
import { type FeedName, mediaOf } from "@/lib/posts/policy";
import type { BookmarkAnswer, LikeAnswer, Post, PostChangeBody } from "@/lib/posts/schema";
import { usersKeys } from "@/lib/profiles/client/cache";
import { enqueue, type QueueHandlers } from "@/lib/query/offline-queue";
import { optimistic } from "@/lib/query/optimistic";
import { queuedToggle, setToggle, type Toggle, useToggle } from "@/lib/query/toggle";

// A like or bookmark that the server has not answered when the page is left is queued: the next
// page shows it and sends it again.

const likeToggle = (postId: string): Toggle<LikeAnswer> => ({
  mutationKey: postsKeys.like(postId),
  mutationFn: (liked) => api.post("/posts/{postId}/like", { params: { postId }, body: { liked } }),
  apply: (client, liked) => patchPost(client, postId, (post) => withLike(post, liked)),
  settle: (client, answer) => {
    settlePost(client, postId, answer);
    void client.invalidateQueries({ queryKey: postsKeys.likers(postId) });
  },
  onLeave: (liked) => enqueue({ kind: "like", postId, liked }),
});

/**
 * A second press within this time is the other half of a nervous double click, which would take the
 * like back. Only likes ignore it: leaving a circle and removing a bookmark offer Undo.
 */
const DOUBLE_CLICK_MS = 400;

/**
 * Returns a function that toggles the like optimistically, or sets it to what it is given, and
 * returns the new state; offline, the like is queued. `onError` is called after a failed like has
 * been rolled back.
 */
export function useLikePost(post: Post, onError: (error: unknown) => void): (to?: boolean) => boolean {
  const toggle = queuedToggle(
    likeToggle(post._id),
    (liked) => ({ kind: "like", postId: post._id, liked }),
    (liked) => {
      const { isLiked, likesCount, likes } = withLike(post, liked);
      return { isLiked, likesCount, likes };
    },
  );
  const flip = useToggle(toggle, post.isLiked, onError);
  const press = useRef({ at: Number.NEGATIVE_INFINITY, liked: false });
  return (to) => {
    if (to !== undefined) return to === post.isLiked ? to : flip(to);
    const at = performance.now();
    if (at - press.current.at >= DOUBLE_CLICK_MS) press.current = { at, liked: flip() };
    return press.current.liked;
  };
}

/** A like in the offline queue. A click while it is being sent wins. */
export const queuedLike: QueueHandlers["like"] = {
  send: (client, { postId, liked }) => setToggle(client, likeToggle(postId), liked),
  show: (client, { postId, liked }) => likeToggle(postId).apply(client, liked),
  undo: (client, { postId, liked }) => likeToggle(postId).apply(client, !liked),
};

const bookmarkToggle = (postId: string): Toggle<BookmarkAnswer> => ({
  mutationKey: postsKeys.bookmark(postId),
  mutationFn: (bookmarked) =>
    api.post("/posts/{postId}/bookmark", { params: { postId }, body: { bookmarked } }),
  apply: (client, bookmarked) => patchPost(client, postId, (post) => withBookmark(post, bookmarked)),
  settle: (client, answer) => {
    settlePost(client, postId, answer);
    const shown = client.getQueriesData<PostPages>({ queryKey: postsKeys.bookmarks(), type: "active" });
    const isMissing = shown.some(([, data]) => !postItems.all(data).some(({ _id }) => _id === postId));
    // The order of the list stays while it is on screen, unless a restored post is no longer there.
    const refetchType = answer.isBookmarked && isMissing ? "active" : "none";
    void client.invalidateQueries({ queryKey: postsKeys.bookmarks(), refetchType });
  },
  onLeave: (bookmarked) => enqueue({ kind: "bookmark", postId, bookmarked }),
});

/**
 * The same for the bookmark. The function goes on working when the post's card is gone, so that it
 * can undo.
 */
export function useBookmarkPost(post: Post, onError: (error: unknown) => void): (to?: boolean) => boolean {
  const toggle = queuedToggle(
    bookmarkToggle(post._id),
    (bookmarked) => ({ kind: "bookmark", postId: post._id, bookmarked }),
    (isBookmarked) => ({ isBookmarked }),
  );
  return useToggle(toggle, post.isBookmarked, onError);
}

/** A bookmark in the offline queue. A click while it is being sent wins. */
export const queuedBookmark: QueueHandlers["bookmark"] = {
  send: (client, { postId, bookmarked }) => setToggle(client, bookmarkToggle(postId), bookmarked),
  show: (client, { postId, bookmarked }) => bookmarkToggle(postId).apply(client, bookmarked),
  undo: (client, { postId, bookmarked }) => bookmarkToggle(postId).apply(client, !bookmarked),
};

/** Reloads a feed's first page and drops the others. */
export function useRefreshFeed(feed: FeedName) {
  const queryKey = postsKeys.fresh(feed);
  return useMutation({
    // A list of its own, so that what is done while it loads, such as a like, is done to it too.
    mutationFn: (_nothing: undefined, { client }) =>
      client.fetchInfiniteQuery({ ...feedOptions(feed), queryKey, staleTime: 0 }),
    onSuccess: (_pages, _nothing, _result, { client }) => replaceFeed(client, feed),
    onSettled: (_pages, _error, _nothing, _result, { client }) => client.removeQueries({ queryKey }),
  });
}

/** `altTexts` describes all of its media, in their order. */
type PostTexts = { post: Post; caption: string; altTexts: string[] };

/** The fields of a post with these texts. */
function withTexts({ post, caption, altTexts }: PostTexts): Partial<Post> {
  const media = post.media?.map((one, index) => ({ ...one, altText: altTexts[index] ?? one.altText }));
  return { caption, altText: altTexts[0] ?? "", ...(media && { media }) };
}

/** Changes the texts of a post optimistically; rolls back on error. */
export function useUpdatePost() {
  return useMutation(
    optimistic({
      mutationFn: ({ post, caption, altTexts }: PostTexts) => {
        const body: PostChangeBody = post.media
          ? { caption, altTexts }
          : { caption, altText: altTexts[0] ?? "" };
        return api.put("/posts/{postId}", { params: { postId: post._id }, body });
      },
      apply: (client, { post, caption, altTexts }) => {
        const show = (texts: PostTexts) =>
          patchPost(client, post._id, (shown) => ({ ...shown, ...withTexts(texts) }));
        show({ post, caption: caption.trim(), altTexts: altTexts.map((text) => text.trim()) });
        return () => show({ post, caption: post.caption, altTexts: mediaOf(post).map((one) => one.altText) });
      },
      settle: (
        client,
        { post: { _id, caption, altText, hashtags, isActive, editedAt, media, withheld } },
      ) => {
        // A new caption may be held for review.
        const change = { caption, altText, hashtags, isActive, editedAt, ...(media && { media }) };
        settlePost(client, _id, { ...change, ...(withheld && { withheld }) });
      },
    }),
  );
}

/** Deleting and restoring reach the server in the order of the clicks. */
const scope = { id: "delete posts" };

/** Deletes a post optimistically; restores it to its place on error. */
export function useDeletePost() {
  return useMutation(
    optimistic({
      scope,
      mutationFn: async (post: Post) => {
        try {
          await api.delete("/posts/{postId}", { params: { postId: post._id } });
        } catch (error) {
          // Deleted already, such as on another device.
          if (!apiError(error)?.isGone) throw error;
        }
      },
      apply: removePost,
      settle: (client, _answer, post) => {
        client.removeQueries({ queryKey: postsKeys.detail(post._id), type: "inactive" });
        recount(client);
      },
    }),
  );
}

/** Undoes the deletion of a post. */
export function useRestorePost() {
  return useMutation({
    scope,
    mutationFn: (post: Post) => api.put("/posts/{postId}/restore", { params: { postId: post._id } }),
    onSuccess: ({ post }, _deleted, _result, { client }) => {
      restorePost(client, post);
      recount(client);
    },
  });
}

/** Fetches again how many posts the viewer has, where that is shown. */
export const recount = (client: QueryClient) => void client.invalidateQueries({ queryKey: usersKeys.all });

/** Counts a share that has already happened, so a failure needs no handling. */
export function useCountShare() {
  return useMutation({
    mutationFn: (postId: string) => api.post("/posts/{postId}/share", { params: { postId } }),
    onSuccess: ({ sharesCount }, postId, _result, { client }) => settlePost(client, postId, { sharesCount }),
  });
}
