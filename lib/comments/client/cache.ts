import type { QueryClient } from "@tanstack/react-query";
import { commentsKeys } from "@/lib/comments/client/queries";
import type { Comment, CommentsAnswer, NewCommentAnswer } from "@/lib/comments/schema";
import type { PostsNews } from "@/lib/notifications/schema";
import { type PostNews, settlePost } from "@/lib/posts/client/cache";
import { patchCached } from "@/lib/query/optimistic";
import { isNewer, type Pages, pageItems } from "@/lib/query/pages";

/** Updates to the cached comments of a post. */

export type CommentPages = Pages<CommentsAnswer>;

export const commentItems = pageItems("comments");

/** The loaded first comments in the order of their writing, those being sent at the end. */
export const inReadingOrder = (data: Pick<CommentPages, "pages"> | undefined): Comment[] =>
  commentItems
    .all(data)
    .sort((a, b) => Number(isPending(a)) - Number(isPending(b)) || (isNewer(a, b) ? 1 : -1));

const PENDING = "pending:";

/** The id of a comment until the server has assigned one. */
export const pendingIdOf = (clientId: string) => PENDING + clientId;

/** True for a comment the server has not confirmed yet. */
export const isPending = (comment: Comment) => comment._id.startsWith(PENDING);

/** The pending ids of comments that the server has confirmed since the page was opened. */
const pendingIds = new Map<string, string>();

/** The React key of a comment: an own one has the same key, and the focus, once it is confirmed. */
export const keyOf = ({ _id }: Comment): string => pendingIds.get(_id) ?? _id;

/** The list that a comment is in: of its post, or of its thread if it is a reply. */
type ThreadRef = { postId: string; replyTo: string | null };

const listKey = ({ postId, replyTo }: ThreadRef) =>
  replyTo ? commentsKeys.replies(postId, replyTo) : commentsKeys.threads(postId);

const patchList = (client: QueryClient, place: ThreadRef, change: (data: CommentPages) => CommentPages) =>
  patchCached(client, listKey(place), change);

/** Replies are listed oldest first. */
const isOlder = (a: Comment, b: Comment) => isNewer(b, a);

/** Changes a comment wherever it is listed. `change` must be idempotent. */
export function patchComment(
  client: QueryClient,
  postId: string,
  commentId: string,
  change: (comment: Comment) => Comment,
): void {
  const patch = (comment: Comment) => (comment._id === commentId ? change(comment) : comment);
  patchCached<CommentPages>(client, commentsKeys.of(postId), (data) => commentItems.map(data, patch));
}

/** Shows a comment at the top, or a reply at the end of its thread, which counts it. */
export function insertComment(client: QueryClient, postId: string, comment: Comment): void {
  const { replyTo } = comment;
  const place = { postId, replyTo };
  if (!replyTo) {
    patchList(client, place, (data) => commentItems.prepend(data, comment));
    return;
  }
  if (isListed(client, place, comment._id)) return;
  patchList(client, place, (data) => commentItems.insert(data, comment, isOlder));
  // Not in a thread whose replies are not loaded: it would be counted again with each attempt.
  if (isListed(client, place, comment._id)) countReplies(client, postId, replyTo, 1);
}

/**
 * Takes a comment from its list. A first comment that has replies stays, without its words; it
 * goes with the last of them.
 */
export function removeComment(client: QueryClient, postId: string, comment: Comment): void {
  const { _id, replyTo, repliesCount } = comment;
  const place = { postId, replyTo };
  if (repliesCount > 0) {
    patchComment(client, postId, _id, withoutWords);
    return;
  }
  const wasListed = isListed(client, place, _id);
  patchList(client, place, (data) => commentItems.remove(data, _id));
  if (replyTo && wasListed) countReplies(client, postId, replyTo, -1);
}

const withoutWords = (comment: Comment): Comment => ({
  ...comment,
  userId: null,
  content: "",
  likesCount: 0,
  isLiked: false,
  editedAt: null,
  isDeleted: true,
});

/** Shows a comment again that could not be deleted, at its place in time. */
export function restoreComment(client: QueryClient, postId: string, comment: Comment): void {
  const { replyTo } = comment;
  patchComment(client, postId, comment._id, () => comment);
  if (replyTo) insertComment(client, postId, comment);
  else patchList(client, { postId, replyTo }, (data) => commentItems.insert(data, comment));
}

const isListed = (client: QueryClient, place: ThreadRef, id: string) =>
  commentItems.find(client.getQueryData<CommentPages>(listKey(place)), id) !== undefined;

/** Sets the number, so that doing it again changes nothing. An empty thread without words goes. */
function countReplies(client: QueryClient, postId: string, threadId: string, change: 1 | -1): void {
  const place = { postId, replyTo: null };
  const thread = commentItems.find(client.getQueryData<CommentPages>(listKey(place)), threadId);
  if (!thread) return;
  const repliesCount = Math.max(0, thread.repliesCount + change);
  if (thread.isDeleted && repliesCount === 0) {
    patchList(client, place, (data) => commentItems.remove(data, threadId));
  } else patchComment(client, postId, threadId, (comment) => ({ ...comment, repliesCount }));
}

/** Replaces the pending comment with the confirmed one, or inserts it after a reload. */
export function settleComment(
  client: QueryClient,
  postId: string,
  pendingId: string,
  { comment, commentsCount }: NewCommentAnswer,
): void {
  const place = { postId, replyTo: comment.replyTo };
  if (isListed(client, place, pendingId)) pendingIds.set(comment._id, pendingId);
  if (!isListed(client, place, comment._id)) countKnown(client, postId, (count) => count + 1);
  patchList(client, place, (data) => {
    const settled = commentItems.map(data, (other) => (other._id === pendingId ? comment : other));
    return comment.replyTo
      ? commentItems.insert(settled, comment, isOlder)
      : commentItems.prepend(settled, comment);
  });
  countComments(client, postId, commentsCount);
}

/**
 * Counts what the person themself did among the comments that the list knows of: those that the
 * post has besides are news.
 */
export function countKnown(client: QueryClient, postId: string, change: (count: number) => number): void {
  patchList(client, { postId, replyTo: null }, ({ pages, ...data }) => ({
    ...data,
    pages: pages.map((page) => ({ ...page, commentsCount: change(page.commentsCount) })),
  }));
}

/**
 * What the live stream counts. Where others deleted some that the list knows of, what comes from
 * now on is news.
 */
export function forgetDeleted(client: QueryClient, counts: PostsNews["counts"]): void {
  for (const { _id, commentsCount } of counts) {
    const loaded = client.getQueryData<CommentPages>(commentsKeys.threads(_id))?.pages[0];
    // A deletion of the viewer's own is counted with its answer.
    const isDeleting = client.isMutating({ mutationKey: commentsKeys.deletion(_id) }) > 0;
    if (isDeleting || !loaded || loaded.commentsCount <= commentsCount) continue;
    countKnown(client, _id, (known) => Math.min(known, commentsCount));
  }
}

export function countComments(client: QueryClient, postId: string, commentsCount: number): void {
  settlePost(client, postId, { commentsCount });
}

/** Loads the comments of a post again on which the person commented in another tab. */
export function reloadComments(client: QueryClient, { postId, change }: PostNews): void {
  const loaded = client.getQueryData<CommentPages>(commentsKeys.threads(postId));
  if (change.commentsCount === undefined || !loaded) return;
  if (loaded.pages[0]?.commentsCount !== change.commentsCount) {
    void client.invalidateQueries({ queryKey: commentsKeys.of(postId) });
  }
}
