import pLimit from "p-limit";
import { translate } from "@/lib/language/translate";
import {
  allPosts,
  changeItem,
  changePost,
  isReady,
  type MediaEdit,
  type ReadyMedia,
  type UnpostedPost,
  unposted,
} from "@/lib/posts/client/unposted";
import { MEDIA_MAX } from "@/lib/posts/policy";
import { createSignal } from "@/lib/store/signal";
import type { PreparedMedia } from "@/lib/uploads/client/prepare";
import { deleteStoredMedia, loadMedia, storeMedia } from "@/lib/uploads/client/stored-media";
import { uploadMedia } from "@/lib/uploads/client/upload";

/**
 * The files of unposted posts. Each is stored in the browser while a post has it. Once none does,
 * its upload ends and all that the browser has of it is freed.
 */

type Posts = { posts: readonly UnpostedPost[] };

const readyIn = ({ posts }: Posts) => posts.flatMap(({ items }) => items.filter(isReady));
const idsIn = ({ posts }: Posts) =>
  new Set(posts.flatMap(({ items, unread }) => [...items, ...unread]).map(({ id }) => id));
const urlsOf = (items: readonly ReadyMedia[]) =>
  new Set(items.flatMap(({ media, source }) => [media.objectUrl, source.objectUrl]));
const without = (texts: Set<string>, others: Set<string>) => [...texts].filter((text) => !others.has(text));
const revoke = (urls: Iterable<string>) => {
  for (const url of urls) URL.revokeObjectURL(url);
};

unposted.subscribe((now, before) => {
  const [items, earlier] = [readyIn(now), readyIn(before)];
  const isIn = (list: readonly ReadyMedia[], { media }: ReadyMedia) =>
    list.some((one) => one.media === media);
  for (const item of items) if (!item.isStored && !isIn(earlier, item)) void store(item);
  for (const item of earlier) if (!isIn(items, item)) dropUpload(item.media);
  const unused = without(urlsOf(earlier), urlsOf(items));
  // Once React has taken the pictures off the screen, which would look for them in vain.
  if (unused.length > 0) setTimeout(() => revoke(unused));
  // What erases the tab's storage also deletes the database.
  if (now === unposted.getInitialState()) return;
  for (const id of without(idsIn(before), idsIn(now)))
    deleteStoredMedia(id).catch(() => {
      // Nothing names the file any more, and it expires after a day.
    });
});

/** Changes a file, unless it has been replaced by its edited form. */
const changeMedia = (id: string, media: PreparedMedia, change: Partial<ReadyMedia>) =>
  changeItem(id, (item) => (isReady(item) && item.media === media ? { ...item, ...change } : item));

async function store(item: ReadyMedia): Promise<void> {
  try {
    await storeMedia(item.id, item);
    // While the browser was writing, it may have been posted or removed.
    if (idsIn(unposted.getState()).has(item.id)) changeMedia(item.id, item.media, { isStored: true });
    else await deleteStoredMedia(item.id);
  } catch {
    // Storage is blocked or full: `isStored` stays false, and the composer asks before leaving.
  }
}

/** How many files are sent at the same time. More would share the same connection. */
const UPLOADS_AT_ONCE = 2;
const inTurn = pLimit(UPLOADS_AT_ONCE);

type Upload = { share: number; done: Promise<string>; abort: AbortController };

/** By the file that is sent: what is cropped or trimmed is another one. */
const uploads = new Map<PreparedMedia, Upload>();
const progressed = createSignal();

/** Calls `listener` when more of a file has been sent. Returns the unsubscribe function. */
export const onUploadProgress = progressed.subscribe;

/**
 * Uploads a file, unless that has been done or is under way, and resolves with its URL. A draft's
 * are uploaded while the caption is being written, and the post then waits for them; the server
 * destroys what no post uses within two hours. After a failure the next call starts again. Rejects
 * as `uploadMedia` does.
 */
export function uploadFile({ id, media, url }: ReadyMedia): Promise<string> {
  const begun = uploads.get(media)?.done ?? (url && Promise.resolve(url));
  if (begun) return begun;
  const abort = new AbortController();
  const { signal } = abort;
  const onSent = (share: number) => {
    one.share = share;
    progressed.emit();
  };
  const run = async () => {
    signal.throwIfAborted();
    const uploaded = await uploadMedia({ media, signal, onSent });
    onSent(1);
    changeMedia(id, media, { url: uploaded });
    return uploaded;
  };
  const one: Upload = { share: 0, abort, done: inTurn(run) };
  uploads.set(media, one);
  one.done.catch(() => {
    if (uploads.get(media) === one) uploads.delete(media);
  });
  return one.done;
}

/** How much of a file has been uploaded, 0 to 1. */
export const shareUploaded = ({ media, url }: ReadyMedia): number =>
  url ? 1 : (uploads.get(media)?.share ?? 0);

function dropUpload(media: PreparedMedia): void {
  uploads.get(media)?.abort.abort();
  uploads.delete(media);
}

/** Ends an upload, or forgets that there was one. */
export function forgetUpload({ id, media }: ReadyMedia): void {
  dropUpload(media);
  changeMedia(id, media, { url: undefined });
}

/**
 * Reads the files of a post that were stored before a reload, and resolves with how many are gone.
 * A pending post then waits for its author. What was chosen in the meantime comes after the others.
 */
export async function readFiles({ unread }: UnpostedPost): Promise<number> {
  const files = await Promise.all(
    unread.map(async (file): Promise<ReadyMedia | undefined> => {
      // Undefined when it is gone, or when storage has been blocked since.
      const stored = await loadMedia<MediaEdit>(file.id).catch(() => undefined);
      if (!stored) return undefined;
      const { fileName, mediaType } = stored.media;
      return { ...stored, ...file, fileName, mediaType, phase: "ready", isStored: true };
    }),
  );
  const read = files.filter((file) => file !== undefined);
  const post = allPosts().find((one) => one.unread === unread);
  if (!post) {
    // It was discarded, or the person logged out.
    revoke(urlsOf(read));
    return 0;
  }
  const missing = unread.length - read.length;
  const message = translate(
    "{missing, plural, one {# file} other {# files}} of this post could not be saved.",
    {
      missing,
    },
  );
  changePost(post.id, {
    items: [...read, ...post.items].slice(0, MEDIA_MAX),
    unread: [],
    ...(missing > 0 &&
      post.status.phase !== "draft" && { status: { phase: "stopped", message, isFailure: false } }),
  });
  return missing;
}
