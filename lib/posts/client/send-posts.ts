import type { QueryClient } from "@tanstack/react-query";
import { messageOf } from "@/lib/api/client/api-client-error";
import { translate } from "@/lib/language/translate";
import { publishPost } from "@/lib/posts/client/publish-post";
import {
  allPosts,
  changePost,
  draftOf,
  isPending,
  isReady,
  isUnread,
  NO_FILES,
  newId,
  removePost,
  type UnpostedPost,
  unposted,
} from "@/lib/posts/client/unposted";
import { forgetUpload, readFiles } from "@/lib/posts/client/unposted-media";
import { ALT_TEXT_MAX, CAPTION_MAX } from "@/lib/posts/policy";
import { storageErased } from "@/lib/store/signal";
import { textFault } from "@/lib/text/text-fault";

/** Sends the pending posts, one after the other, whatever screen is open. */

/** How the app reports what became of a post. */
export type Outcome = {
  client: QueryClient;
  onPosted: (postId: string) => void;
  onFailed: (message: string) => void;
};

/** The attempt that is under way. */
let running: { id: string; abort: AbortController } | undefined;

const find = (id: string) => allPosts().find((post) => post.id === id);

// The person logged out, or another person signed in: nothing of theirs may show any more.
storageErased.subscribe(() => {
  running?.abort.abort();
  running = undefined;
});

/** Why the server would reject the words of a post; undefined if it takes them. */
export const faultOf = ({ caption, items }: UnpostedPost): string | undefined =>
  textFault(caption, CAPTION_MAX) ??
  items.map(({ altText }) => textFault(altText, ALT_TEXT_MAX)).find((fault) => fault !== undefined);

/** Sends a person's draft. False if it has no media, as at all presses but the first of several. */
export function sendDraft(personId: string, outcome: Outcome): boolean {
  const draft = draftOf(personId);
  const items = draft.items.filter(isReady);
  if (items.length === 0) return false;
  // With an id that a duplicate of this tab does not know: what is sent there is another post.
  sendLast(draft, { ...NO_FILES, items, id: newId() }, outcome);
  return true;
}

/** Sends a stopped post again. What was uploaded is not uploaded again. */
export function retryPost(id: string, outcome: Outcome): void {
  const post = find(id);
  if (post?.status.phase === "stopped") sendLast(post, {}, outcome);
}

function sendLast(post: UnpostedPost, change: Partial<UnpostedPost>, outcome: Outcome): void {
  const others = allPosts().filter(({ id }) => id !== post.id);
  unposted.setState({ posts: [...others, { ...post, ...change, status: { phase: "waiting" } }] });
  void sendNext(outcome);
}

/** Stops a post that is on its way. */
export function stopPost(id: string): void {
  const post = find(id);
  if (!post || post.status.phase === "stopped") return;
  const message = translate("Upload cancelled. Nothing was posted.");
  changePost(id, { status: { phase: "stopped", message, isFailure: false } });
  for (const item of post.items.filter(isReady)) if (!item.url) forgetUpload(item);
  if (running?.id === id) running.abort.abort();
}

/** Removes a stopped post for good. */
export function discardPost(id: string): void {
  if (find(id)?.status.phase === "stopped") removePost(id);
}

/**
 * Reads the posts that were pending before a reload. Those that were on their way go on, unless a
 * file of theirs is gone.
 */
export async function restorePosts(personId: string, outcome: Outcome): Promise<void> {
  const posts = allPosts().filter((post) => post.personId === personId && isPending(post));
  await Promise.all(posts.filter(isUnread).map(readFiles));
  void sendNext(outcome);
}

async function sendNext(outcome: Outcome): Promise<void> {
  const post = allPosts().find((one) => one.status.phase === "waiting" && !isUnread(one));
  if (running || !post) return;
  const { id } = post;
  const attempt = { id, abort: new AbortController() };
  const { signal } = attempt.abort;
  running = attempt;
  window.addEventListener("beforeunload", askBeforeUnload);
  try {
    const publish = () =>
      publishPost(id, outcome.client, {
        signal,
        onProgress: (progress) =>
          !signal.aborted && changePost(id, { status: { phase: "sending", ...progress } }),
        onShown: ({ _id }) => {
          if (!find(id)) return;
          removePost(id);
          outcome.onPosted(_id);
        },
      });
    if (!(await inOneTab(id, publish))) changePost(id, { status: { phase: "elsewhere" } });
  } catch (error) {
    if (!signal.aborted) {
      const message = translate("Upload failed: {error}", { error: messageOf(error) });
      changePost(id, { status: { phase: "stopped", message, isFailure: true } });
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
 * Closing the tab would end the upload. Without a connection the browser loads pages again, which
 * loses nothing that is stored.
 */
function askBeforeUnload(event: BeforeUnloadEvent): void {
  const items = allPosts()
    .filter(isPending)
    .flatMap((post) => post.items.filter(isReady));
  if (navigator.onLine || !items.every(({ isStored }) => isStored)) event.preventDefault();
}
