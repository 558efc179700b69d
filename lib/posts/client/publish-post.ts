import { notifyManager, type QueryClient } from "@tanstack/react-query";
import { apiError } from "@/lib/api/client/api-client-error";
import { api } from "@/lib/api/client/request";
import { translate } from "@/lib/language/translate";
import { insertNewPost } from "@/lib/posts/client/cache";
import { recount } from "@/lib/posts/client/mutations";
import {
  allPosts,
  backgroundOfItem,
  isReady,
  type ReadyMedia,
  type UnpostedPost,
} from "@/lib/posts/client/unposted";
import { forgetUpload, onUploadProgress, shareUploaded, uploadFile } from "@/lib/posts/client/unposted-media";
import type { NewPostBody, Post, PostChangeBody } from "@/lib/posts/schema";
import { reconnected } from "@/lib/uploads/client/upload";
import { NO_MEDIA } from "@/lib/uploads/policy";

/** Uploads the media of a pending post and publishes it. */

/**
 * Progress in percent: the bytes sent drive it to 70, the stored files set it to 90, the server's
 * reply to 100 (docs/product.md, Numbers).
 */
const SENT = 70;
const STORED = 90;

type Step = { progress: number; step: string };
type Progress = Step & { canStop: boolean };

type Options = {
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
  /** Called with the post in the moment in which the feed shows it. */
  onShown: (post: Post) => void;
};

/**
 * Publishes the post. Without a connection it waits for one. Rejects when that fails or `signal` is
 * aborted; the next attempt uses what has been uploaded, of which the server makes only one post.
 */
export async function publishPost(
  id: string,
  client: QueryClient,
  { signal, onProgress, onShown }: Options,
): Promise<void> {
  // The server may have the post: its answer was lost.
  let isAsked = false;
  const report = (step: Step) => onProgress({ ...step, canStop: !isAsked });
  for (let isFirst = true; ; isFirst = false) {
    const pending = allPosts().find((post) => post.id === id);
    const items = pending?.items.filter(isReady) ?? [];
    if (!pending || items.length === 0) throw new Error(NO_MEDIA);
    const wasUploaded = items.every(({ url }) => url);
    const urls = await uploadAll(items, signal, report);
    if (!navigator.onLine) {
      report({ progress: STORED, step: translate(WAITING) });
      await reconnected(signal);
    }
    onProgress({ progress: STORED, step: translate("Posting…"), canStop: false });
    try {
      const body = bodyOf(pending, items, urls);
      const { post } = await api.post("/upload/pre-calculated", { body, signal });
      signal.throwIfAborted();
      return show(client, await asLastSent(post, pending), onShown);
    } catch (error) {
      const answer = apiError(error);
      if (answer?.isOffline && !navigator.onLine) {
        isAsked = true;
        continue;
      }
      // The server has destroyed what was uploaded hours ago: it is uploaded again.
      if (!answer?.is("upload_gone")) throw error;
      isAsked = false;
      items.forEach(forgetUpload);
      if (!wasUploaded || !isFirst) throw error;
    }
  }
}

/**
 * The post with the caption, and who can comment, it was last sent with. It has earlier ones when
 * the server made it of an attempt whose answer was lost, and the person changed them since.
 */
async function asLastSent(post: Post, { caption, whoCanComment }: UnpostedPost): Promise<Post> {
  const body: PostChangeBody = {
    ...(post.caption !== caption.trim() && { caption }),
    ...(post.whoCanComment !== whoCanComment && { whoCanComment }),
  };
  if (Object.keys(body).length === 0) return post;
  return (await api.put("/posts/{postId}", { params: { postId: post._id }, body })).post;
}

/** Shows the post at the top of the feed. What `onShown` changes is rendered in the same moment. */
function show(client: QueryClient, post: Post, onShown: Options["onShown"]): void {
  notifyManager.batch(() => {
    insertNewPost(client, post);
    notifyManager.schedule(() => onShown(post));
  });
  recount(client);
}

const WAITING = "Waiting for a connection…";

function bodyOf(
  { caption, whoCanComment }: UnpostedPost,
  items: readonly ReadyMedia[],
  urls: readonly string[],
): NewPostBody {
  const media = items.map(({ media: { mediaType }, altText }, index) => ({
    mediaType,
    altText,
    cloudinaryUrl: urls[index] ?? "",
  }));
  const [only] = media;
  const words = { caption, whoCanComment, visibility: "everyone" as const };
  if (media.length > 1) return { ...words, media };
  const background = backgroundOfItem(items[0]);
  return { ...words, ...only, ...(background && { kind: "card", background }) };
}

/**
 * Uploads what has not been uploaded yet, and resolves with the URL of each. When one fails the
 * others go on, so that the next attempt has only that one to send.
 */
async function uploadAll(
  items: readonly ReadyMedia[],
  signal: AbortSignal,
  onStep: (step: Step) => void,
): Promise<string[]> {
  const report = () => {
    const sent = items.filter((item) => shareUploaded(item) >= 1).length;
    const count = items.length;
    const uploading =
      count > 1
        ? translate("Uploading {place} of {count}", { place: Math.min(sent + 1, count), count })
        : translate("Uploading…");
    const step = navigator.onLine ? uploading : translate(WAITING);
    onStep({ progress: shareOfBytes(items) * SENT, step });
  };
  const listening = new AbortController();
  for (const event of ["online", "offline"]) window.addEventListener(event, report, listening);
  const stopProgress = onUploadProgress(report);
  const uploads = items.map(uploadFile);
  report();
  await Promise.allSettled(uploads);
  stopProgress();
  listening.abort();
  signal.throwIfAborted();
  return Promise.all(uploads);
}

/** The share of all bytes that has been sent. */
function shareOfBytes(items: readonly ReadyMedia[]): number {
  const total = (sizeOf: (item: ReadyMedia) => number) => items.reduce((sum, item) => sum + sizeOf(item), 0);
  const bytes = total(({ media }) => media.file.size);
  if (bytes === 0) return total(shareUploaded) / items.length;
  return total((item) => item.media.file.size * shareUploaded(item)) / bytes;
}
