import type { QueryClient } from "@tanstack/react-query";
import { messageOf } from "@/lib/api/client/api-client-error";
import { translate } from "@/lib/language/translate";
import { isListed, type ListedMedia, listed, readListed } from "@/lib/posts/client/listed-media";
import {
  type NewPendingPost,
  type PendingPost,
  type PendingStatus,
  pendingListKey,
  pendingPosts,
} from "@/lib/posts/client/pending-posts";
import { publishPost } from "@/lib/posts/client/publish-post";
import { ALT_TEXT_MAX, CAPTION_MAX, COMMENT_AUDIENCES } from "@/lib/posts/policy";
import type { CommentAudience, Post } from "@/lib/posts/schema";
import { readDraft, writeDraft } from "@/lib/store/drafts";
import { storageErased } from "@/lib/store/signal";
import { textFault } from "@/lib/text/text-fault";
import { dropUpload, uploadedUrl } from "@/lib/uploads/client/early-upload";
import { deleteStoredMedia } from "@/lib/uploads/client/stored-media";

/** Sends the pending posts, one at a time, and applies what their author does with them. */

/** How the app reports what became of a post. */
export type Outcome = {
  client: QueryClient;
  onPosted: (postId: string) => void;
  onFailed: (message: string) => void;
};

/** The attempt that is under way. */
let running: { id: string; abort: AbortController } | undefined;

/** Those that this page has sent or restored. What else the tab lists was not read yet. */
const known = new Set<string>();

const all = () => pendingPosts.getState().posts;
const find = (id: string) => all().find((post) => post.id === id);

function change(id: string, status: PendingStatus): void {
  pendingPosts.setState({ posts: all().map((post) => (post.id === id ? { ...post, status } : post)) });
}

// The person logged out, or another person signed in: nothing of theirs may show any more.
storageErased.subscribe(() => {
  running?.abort.abort();
  running = undefined;
  for (const post of all()) revoke(post);
  pendingPosts.setState({ posts: [] }, true);
  known.clear();
});

/** Why the server would reject the words of a post; undefined if it takes them. */
export const faultOf = (caption: string, items: readonly { altText: string }[]): string | undefined =>
  textFault(caption, CAPTION_MAX) ??
  items.map(({ altText }) => textFault(altText, ALT_TEXT_MAX)).find((fault) => fault !== undefined);

/** Sends a post, after those before it. Its files and object URLs are no longer the caller's. */
export function sendPost(post: NewPendingPost, outcome: Outcome): void {
  const id = `${Date.now()}-${Math.random()}`;
  known.add(id);
  pendingPosts.setState({ posts: [...all(), { ...post, id, status: { phase: "waiting" } }] });
  writeList(post.personId);
  void sendNext(outcome);
}

/** Sends a stopped post again, last. What was uploaded is not uploaded again. */
export function retryPost(id: string, outcome: Outcome): void {
  const post = find(id);
  if (post?.status.phase !== "stopped") return;
  const others = all().filter((other) => other.id !== id);
  pendingPosts.setState({ posts: [...others, { ...post, status: { phase: "waiting" } }] });
  writeList(post.personId);
  void sendNext(outcome);
}

/** Stops a post that is on its way. */
export function stopPost(id: string): void {
  const post = find(id);
  if (!post || post.status.phase === "stopped") return;
  change(id, {
    phase: "stopped",
    message: translate("Upload cancelled. Nothing was posted."),
    isFailure: false,
  });
  writeList(post.personId);
  for (const { media } of post.items) if (!uploadedUrl(media)) dropUpload(media);
  if (running?.id === id) running.abort.abort();
}

/** Removes a stopped post for good. */
export function discardPost(id: string): void {
  const post = takeBack(id);
  if (post) release(post);
}

/** Removes a stopped post, whose files and object URLs become the caller's. */
export function takeBack(id: string): PendingPost | undefined {
  const post = find(id);
  if (post?.status.phase !== "stopped") return undefined;
  remove(post);
  return post;
}

async function sendNext(outcome: Outcome): Promise<void> {
  const post = all().find(({ status }) => status.phase === "waiting");
  if (running || !post) return;
  const attempt = { id: post.id, abort: new AbortController() };
  const { signal } = attempt.abort;
  running = attempt;
  window.addEventListener("beforeunload", askBeforeUnload);
  try {
    const publish = () =>
      publishPost(post, outcome.client, {
        signal,
        onProgress: (progress) => !signal.aborted && change(post.id, { phase: "sending", ...progress }),
        onUploaded: () => writeList(post.personId),
        onShown: (published) => finish(post, published, outcome),
      });
    if (!(await inOneTab(post.id, publish))) remove(post);
  } catch (error) {
    if (!signal.aborted) {
      const message = translate("Upload failed: {error}", { error: messageOf(error) });
      change(post.id, { phase: "stopped", message, isFailure: true });
      writeList(post.personId);
      outcome.onFailed(message);
    }
  }
  const isCurrent = running === attempt;
  if (isCurrent) running = undefined;
  if (!running) window.removeEventListener("beforeunload", askBeforeUnload);
  if (isCurrent) void sendNext(outcome);
}

/** Runs `act`, unless another tab, of which this one is a duplicate, does so. */
async function inOneTab(id: string, act: () => Promise<void>): Promise<boolean> {
  if (!("locks" in navigator)) return act().then(() => true);
  return navigator.locks.request(`campus-circle-post ${id}`, { ifAvailable: true }, async (lock) => {
    if (lock) await act();
    return lock !== null;
  });
}

/**
 * Closing the tab would end the upload. Without a connection the browser reloads pages, which
 * loses nothing that is stored.
 */
function askBeforeUnload(event: BeforeUnloadEvent): void {
  const areStored = all().every(({ items }) => items.every(({ isStored }) => isStored));
  if (navigator.onLine || !areStored) event.preventDefault();
}

function finish(post: PendingPost, published: Post, { onPosted }: Outcome): void {
  if (!find(post.id)) return;
  remove(post);
  onPosted(published._id);
  // Once React has taken its pictures off the screen, which would look for them in vain.
  setTimeout(() => release(post));
}

function remove(post: PendingPost): void {
  pendingPosts.setState({ posts: all().filter(({ id }) => id !== post.id) });
  writeList(post.personId);
}

function release(post: PendingPost): void {
  revoke(post);
  for (const { id, media } of post.items) {
    dropUpload(media);
    deleteStoredMedia(id).catch(() => {
      // Nothing names the file any more, and it expires after a day.
    });
  }
}

function revoke({ items }: PendingPost): void {
  for (const { media, source } of items)
    for (const url of new Set([media.objectUrl, source.objectUrl])) URL.revokeObjectURL(url);
}

/** `stopped`: why it waits for its author; otherwise a reload has interrupted it. */
type StoredPost = {
  id: string;
  caption: string;
  whoCanComment: CommentAudience;
  media: ListedMedia[];
  stopped?: string | undefined;
};

/** Writes the tab's list of a person's pending posts, and leaves in it what was not read yet. */
function writeList(personId: string): void {
  const unread = readList(personId).filter(({ id }) => !known.has(id));
  const own = all().filter((post) => post.personId === personId);
  const read = own.map(({ id, caption, whoCanComment, items, status }): StoredPost => {
    const stopped = status.phase === "stopped" ? status.message : undefined;
    return { id, caption, whoCanComment, media: items.map(listed), stopped };
  });
  const list = [...unread, ...read];
  writeDraft(pendingListKey(personId), list.length > 0 ? JSON.stringify(list) : "");
}

function readList(personId: string): StoredPost[] {
  try {
    const list: unknown = JSON.parse(readDraft(pendingListKey(personId)));
    return Array.isArray(list) ? list.filter(isStoredPost) : [];
  } catch {
    // Storage can hold anything.
    return [];
  }
}

const isStoredPost = (value: unknown): value is StoredPost => {
  const { id, caption, whoCanComment, media } = (value ?? {}) as Partial<Record<keyof StoredPost, unknown>>;
  return (
    typeof id === "string" &&
    typeof caption === "string" &&
    COMMENT_AUDIENCES.some((audience) => audience === whoCanComment) &&
    Array.isArray(media) &&
    media.every(isListed)
  );
};

/**
 * Reads the posts that were pending before a reload. Those that were on their way go on, unless a
 * file of theirs is gone.
 */
export async function restorePosts(personId: string, outcome: Outcome): Promise<void> {
  const restored: PendingPost[] = [];
  for (const { id, caption, whoCanComment, media, stopped } of readList(personId)) {
    if (find(id)) continue;
    const items = (await Promise.all(media.map(readListed))).filter((item) => item !== undefined);
    const missing = media.length - items.length;
    const message =
      missing > 0
        ? translate("{missing, plural, one {# file} other {# files}} of this post could not be kept.", {
            missing,
          })
        : stopped;
    const status: PendingStatus = message
      ? { phase: "stopped", message, isFailure: false }
      : { phase: "waiting" };
    restored.push({ id, personId, caption, whoCanComment, items, status });
  }
  // The person has logged out.
  if (pendingPosts.getState().restoredFor !== personId) return restored.forEach(revoke);
  for (const { id } of restored) known.add(id);
  pendingPosts.setState({ posts: [...restored, ...all()] });
  writeList(personId);
  void sendNext(outcome);
}
