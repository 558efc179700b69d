import pLimit from "p-limit";
import { createSignal, storageErased } from "@/lib/store/signal";
import type { PreparedMedia } from "@/lib/uploads/client/prepare";
import { uploadMedia } from "@/lib/uploads/client/upload";

/**
 * The uploads of this tab. One begins while the caption is still being written, and the post then
 * waits for that one. The server destroys what no post uses within two hours.
 */

/** How many files are sent at the same time. More would share the same connection. */
const UPLOADS_AT_ONCE = 2;
const inTurn = pLimit(UPLOADS_AT_ONCE);

type Upload = { share: number; url?: string; done: Promise<string>; abort: AbortController };

/** By the file that is sent: what is cropped or trimmed is another one. */
const uploads = new Map<PreparedMedia, Upload>();
const changed = createSignal();

storageErased.subscribe(() => {
  for (const media of uploads.keys()) dropUpload(media);
});

/** Calls `listener` when more of a file has been sent. Returns the unsubscribe function. */
export const onUploadProgress = changed.subscribe;

/**
 * Uploads a file, unless that has been done or is under way, and resolves with its URL. After a
 * failure the next call starts over. Rejects as `uploadMedia` does.
 */
export function upload(media: PreparedMedia): Promise<string> {
  const begun = uploads.get(media);
  if (begun) return begun.done;
  const abort = new AbortController();
  const { signal } = abort;
  const run = async () => {
    signal.throwIfAborted();
    const onSent = (share: number) => {
      one.share = share;
      changed.emit();
    };
    one.url = await uploadMedia({ media, signal, onSent });
    onSent(1);
    return one.url;
  };
  const one: Upload = { share: 0, abort, done: inTurn(run) };
  uploads.set(media, one);
  one.done.catch(() => {
    if (uploads.get(media) === one) uploads.delete(media);
  });
  return one.done;
}

/** The URL of a file that has been uploaded. */
export const uploadedUrl = (media: PreparedMedia): string | undefined => uploads.get(media)?.url;

/** How much of a file has been sent, 0 to 1. */
export const shareSent = (media: PreparedMedia): number => uploads.get(media)?.share ?? 0;

/** Notes that a file was uploaded before the page was reloaded. */
export const rememberUpload = (media: PreparedMedia, url: string): void =>
  void uploads.set(media, { share: 1, url, done: Promise.resolve(url), abort: new AbortController() });

/** Ends an upload, or forgets that there was one. */
export function dropUpload(media: PreparedMedia): void {
  uploads.get(media)?.abort.abort();
  uploads.delete(media);
}
