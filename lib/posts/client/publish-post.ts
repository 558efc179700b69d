import { notifyManager, type QueryClient } from "@tanstack/react-query";
import { apiError } from "@/lib/api/client/api-client-error";
import { api } from "@/lib/api/client/request";
import { translate } from "@/lib/language/translate";
import { insertNewPost } from "@/lib/posts/client/cache";
import { backgroundOfItem, type ReadyMedia } from "@/lib/posts/client/chosen-media";
import { recount } from "@/lib/posts/client/mutations";
import type { PendingPost } from "@/lib/posts/client/pending-posts";
import type { NewPostBody, Post, PostChangeBody } from "@/lib/posts/schema";
import {
  dropUpload,
  onUploadProgress,
  shareSent,
  upload,
  uploadedUrl,
} from "@/lib/uploads/client/early-upload";
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
  /** All files are uploaded. */
  onUploaded: () => void;
  /** Called with the post in the moment in which the feed shows it. */
  onShown: (post: Post) => void;
};

/**
 * Publishes the post. Without a connection it waits for one. Rejects when that fails or `signal` is
 * aborted; the next attempt uses what has been uploaded, of which the server makes only one post.
 */
export async function publishPost(
  pending: PendingPost,
  client: QueryClient,
  { signal, onProgress, onUploaded, onShown }: Options,
): Promise<void> {
  const { items } = pending;
  if (items.length === 0) throw new Error(NO_MEDIA);
  // The server may have the post: its answer was lost.
  let isAsked = false;
  const report = (step: Step) => onProgress({ ...step, canStop: !isAsked });
  for (let isFirst = true; ; isFirst = false) {
    const wasUploaded = items.every(({ media }) => uploadedUrl(media));
    await uploadAll(items, signal, report);
    onUploaded();
    await whenOnline(signal, () => report({ progress: STORED, step: translate(WAITING) }));
    onProgress({ progress: STORED, step: translate("Posting…"), canStop: false });
    try {
      const body = bodyOf(pending);
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
      for (const { media } of items) dropUpload(media);
      if (!wasUploaded || !isFirst) throw error;
    }
  }
}

/**
 * The post with the caption, and who can comment, it was last sent with. It has earlier ones when
 * the server made it of an attempt whose answer was lost, and the person changed them since.
 */
async function asLastSent(post: Post, { caption, whoCanComment }: PendingPost): Promise<Post> {
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

function bodyOf({ caption, whoCanComment, items }: PendingPost): NewPostBody {
  const media = items.map(({ media: file, altText }) => ({
    mediaType: file.mediaType,
    altText,
    cloudinaryUrl: uploadedUrl(file) ?? "",
  }));
  const [only] = media;
  const words = { caption, whoCanComment, visibility: "everyone" as const };
  if (media.length > 1) return { ...words, media };
  const background = backgroundOfItem(items[0]);
  return { ...words, ...only, ...(background && { kind: "card", background }) };
}

/**
 * Uploads what has not been uploaded yet. When one fails the others go on, so that the next attempt
 * has only that one to send.
 */
async function uploadAll(
  items: readonly ReadyMedia[],
  signal: AbortSignal,
  onStep: (step: Step) => void,
): Promise<void> {
  const report = () => {
    const sent = items.filter(({ media }) => shareSent(media) >= 1).length;
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
  const results = Promise.allSettled(items.map(({ media }) => upload(media)));
  report();
  const failed = (await results).find((result) => result.status === "rejected");
  stopProgress();
  listening.abort();
  signal.throwIfAborted();
  if (failed) throw failed.reason;
}

/** The share of all bytes that has been sent. */
function shareOfBytes(items: readonly ReadyMedia[]): number {
  const bytes = items.reduce((total, { media }) => total + media.file.size, 0);
  if (bytes === 0) return items.reduce((total, { media }) => total + shareSent(media), 0) / items.length;
  return items.reduce((total, { media }) => total + media.file.size * shareSent(media), 0) / bytes;
}

/** Waits for a connection, after `onWait` if there is none. Throws when `signal` is aborted. */
async function whenOnline(signal: AbortSignal, onWait: () => void): Promise<void> {
  if (!navigator.onLine) {
    onWait();
    await new Promise<void>((resolve) => {
      window.addEventListener("online", () => resolve(), { once: true });
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
  }
  signal.throwIfAborted();
}
