import type { QueryClient } from "@tanstack/react-query";
import pLimit from "p-limit";
import { groundOfItem, type ReadyMedia } from "@/components/posts/composer/chosen-media";
import { nounOf } from "@/components/posts/composer/media-reducer";
import type { FileProgress, NewPost, Progress } from "@/components/posts/composer/publishing";
import { apiError } from "@/lib/api/client/api-client-error";
import { createPost } from "@/lib/posts/client/mutations";
import type { NewPostBody, Post } from "@/lib/posts/schema";
import { storageErased } from "@/lib/store/signal";
import type { PreparedMedia } from "@/lib/uploads/client/prepare";
import { uploadMedia } from "@/lib/uploads/client/upload";

/**
 * Progress in percent: the bytes sent drive it to 70, the stored files set it to 90, the server's
 * reply to 100 (docs/product.md, Numbers).
 */
const SENT = 70;
const STORED = 90;

/** How many files are sent at the same time. More would share the same connection. */
const UPLOADS_AT_ONCE = 2;

/** Finished uploads, which the next attempt reuses. The server makes only one post of them. */
const uploaded = new Map<PreparedMedia, string>();
storageErased.subscribe(() => uploaded.clear());

type OnProgress = (progress: Progress) => void;

/** Uploads the media and publishes the post. Rejects when that fails or `signal` is aborted. */
export async function publishPost(
  client: QueryClient,
  { caption, items }: NewPost,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<Post> {
  signal.throwIfAborted();
  const files = await uploadAll(items, signal, onProgress);
  signal.throwIfAborted();
  onProgress({ progress: STORED, step: "Publishing your post…", canCancel: false, files });
  try {
    const post = await createPost(client, bodyOf(caption, items), signal);
    uploaded.clear();
    return post;
  } catch (error) {
    // The server may have deleted what was uploaded hours ago: the next attempt uploads it again.
    if (apiError(error)?.is("validation")) uploaded.clear();
    throw error;
  }
}

function bodyOf(caption: string, items: readonly ReadyMedia[]): NewPostBody {
  const media = items.map(({ media: file, altText }) => ({
    mediaType: file.mediaType,
    altText,
    cloudinaryUrl: uploaded.get(file) ?? "",
  }));
  const [only] = media;
  if (media.length > 1) return { caption, visibility: "everyone", media };
  const ground = groundOfItem(items[0]);
  return { caption, visibility: "everyone", ...only, ...(ground && { card: { ground } }) };
}

/**
 * Uploads what has not been uploaded yet. When one fails the others go on, so that the next attempt
 * has only that one to send.
 */
async function uploadAll(
  items: readonly ReadyMedia[],
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<Record<string, FileProgress>> {
  const files: Record<string, FileProgress> = Object.fromEntries(
    items.map(({ id, media }) => [id, uploaded.has(media) ? DONE : { phase: "waiting", share: 0 }]),
  );
  const noun = nounOf(items);
  const report = () => {
    const share = shareOfBytes(items, files);
    const step = !navigator.onLine
      ? "Waiting for a connection…"
      : `${share < 1 ? "Uploading" : "Preparing"} your ${noun}…`;
    onProgress({ progress: share * SENT, step, canCancel: true, files: { ...files } });
  };
  const show = (id: string, progress: FileProgress) => {
    files[id] = progress;
    report();
  };
  const listening = new AbortController();
  for (const change of ["online", "offline"]) window.addEventListener(change, report, listening);
  const limit = pLimit(UPLOADS_AT_ONCE);
  const results = await Promise.allSettled(
    items.map(({ id, media }) =>
      limit(async () => {
        if (uploaded.has(media)) return show(id, DONE);
        signal.throwIfAborted();
        const onSent = (share: number) => show(id, { phase: share < 1 ? "sending" : "processing", share });
        onSent(0);
        try {
          uploaded.set(media, await uploadMedia({ media, onSent, signal }));
          show(id, DONE);
        } catch (error) {
          show(id, { phase: "failed", share: 0 });
          throw error;
        }
      }),
    ),
  );
  listening.abort();
  const failed = results.find((result) => result.status === "rejected");
  if (failed) throw failed.reason;
  return files;
}

const DONE: FileProgress = { phase: "done", share: 1 };

/** The share of all bytes that has been sent. */
function shareOfBytes(items: readonly ReadyMedia[], files: Record<string, FileProgress>): number {
  const sum = (sizeOf: (item: ReadyMedia) => number) =>
    items.reduce((total, item) => total + sizeOf(item), 0);
  const bytes = sum(({ media }) => media.file.size);
  if (bytes === 0) return sum(({ id }) => files[id]?.share ?? 0) / items.length;
  return sum(({ id, media }) => media.file.size * (files[id]?.share ?? 0)) / bytes;
}
