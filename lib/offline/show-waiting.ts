import type { QueryClient } from "@tanstack/react-query";
import { readStoredProfile } from "@/lib/auth/stored-session";
import {
  type CommentPages,
  commentsKeys,
  pendingIdOf,
  prependComment,
  removeComment,
} from "@/lib/comments/queries";
import { type Waiting, type WaitingComment, waitingActs } from "@/lib/offline/waiting";
import { isSameAct, onWaitingChange } from "@/lib/offline/waiting-line";
import { patchPost, postsKeys, withLike } from "@/lib/posts/queries";

/** Shows what waits to be sent as if it had been: in what is loaded now, and in what loads later. Returns how to stop. */
export function showWaiting(client: QueryClient): () => void {
  let shown = waitingActs();
  const show = () => {
    for (const act of shown) showAct(client, act);
  };
  show();
  const stopChanges = onWaitingChange(() => {
    const before = shown;
    shown = waitingActs();
    // One that was sent is there under the server's name for it.
    for (const act of before) if (!shown.some((other) => isSameAct(act, other))) hideComment(client, act);
    show();
  });
  // An answer from before (a kept one, or another page) does not know of it. Nothing here changes what shows it already.
  const stopAnswers = client.getQueryCache().subscribe(({ type, query }) => {
    const [noun] = query.queryKey;
    if (shown.length === 0 || (noun !== postsKeys.all[0] && noun !== commentsKeys.all[0])) return;
    if (type === "added" || type === "updated") queueMicrotask(show);
  });
  return () => {
    stopChanges();
    stopAnswers();
  };
}

function showAct(client: QueryClient, act: Waiting): void {
  if (act.kind === "like") patchPost(client, act.postId, (post) => withLike(post, act.liked));
  else showComment(client, act);
}

function showComment(client: QueryClient, act: WaitingComment): void {
  const me = readStoredProfile();
  if (!me) return;
  const queryKey = commentsKeys.of(act.postId);
  const comment = {
    _id: pendingIdOf(act.clientId),
    userId: { _id: me._id, name: me.name, username: me.username, avatar: me.avatar },
    content: act.content,
    createdAt: act.createdAt,
  };
  const state = client.getQueryState<CommentPages>(queryKey);
  if (state?.status === "error" && !state.data) {
    // Others' comments can't be loaded now. One's own are shown alone, and the rest is asked for when it can be had.
    const page = { comments: [comment], total: 1, currentPage: 1, totalPages: 1, nextCursor: null };
    client.setQueryData<CommentPages>(queryKey, { pages: [page], pageParams: [null] });
    void client.invalidateQueries({ queryKey, refetchType: "none" });
    return;
  }
  prependComment(client, act.postId, comment);
}

function hideComment(client: QueryClient, act: Waiting): void {
  if (act.kind === "comment") removeComment(client, act.postId, pendingIdOf(act.clientId));
}

/** Takes an act off the screen that the server refused. */
export function unshow(client: QueryClient, act: Waiting): void {
  if (act.kind === "like") patchPost(client, act.postId, (post) => withLike(post, !act.liked));
  else hideComment(client, act);
}
