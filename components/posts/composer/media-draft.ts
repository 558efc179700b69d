import {
  type MediaAction,
  mediaReducer,
  nounOf,
  placeOf,
  sentenceCase,
} from "@/components/posts/composer/media-reducer";
import { toast } from "@/components/ui/toast";
import { apiError, messageOf } from "@/lib/api/client/api-client-error";
import { announce } from "@/lib/dom/announce";
import { translate } from "@/lib/language/translate";
import {
  type CardEdit,
  EMPTY_DRAFT,
  isReady,
  type MediaDraft,
  type MediaEdit,
  mediaDrafts,
  mediaListKey,
  type ReadyMedia,
} from "@/lib/posts/client/chosen-media";
import { listed, parseList, readListed } from "@/lib/posts/client/listed-media";
import { noteStored } from "@/lib/posts/client/pending-posts";
import { savesData } from "@/lib/settings/client/preferences";
import { readDraft, writeDraft } from "@/lib/store/drafts";
import { storageErased } from "@/lib/store/signal";
import { dropUpload, upload } from "@/lib/uploads/client/early-upload";
import type { PreparedMedia } from "@/lib/uploads/client/prepare";
import { deleteStoredMedia, storeMedia } from "@/lib/uploads/client/stored-media";

/** Changes the media of an unfinished post, and stores them until it is posted or discarded. */

/** What ends making a file ready for the upload, when it is removed. */
const preparing = new Map<string, AbortController>();

const draftOf = (key: string): MediaDraft => mediaDrafts.getState()[key] ?? EMPTY_DRAFT;
const find = (key: string, id: string) => draftOf(key).items.find((item) => item.id === id);

storageErased.subscribe(() => {
  for (const draft of Object.values(mediaDrafts.getState())) {
    for (const { id } of draft.items) preparing.get(id)?.abort();
    revoke(urlsOf(draft.items));
  }
  mediaDrafts.setState({}, true);
});

const urlsOf = (items: MediaDraft["items"]) =>
  new Set(items.filter(isReady).flatMap(({ media, source }) => [media.objectUrl, source.objectUrl]));

function revoke(urls: Iterable<string>): void {
  for (const url of urls) URL.revokeObjectURL(url);
}

/** Changes the draft, frees what it no longer has, and stores and uploads what is new in it. */
function dispatch(key: string, action: MediaAction): void {
  const before = draftOf(key);
  const after = mediaReducer(before, action);
  mediaDrafts.setState({ [key]: after });
  const files = filesOf(after);
  for (const media of filesOf(before)) if (!files.includes(media)) dropUpload(media);
  for (const media of files) if (!filesOf(before).includes(media)) void uploadEarly(key, media);
  const urls = urlsOf(after.items);
  revoke([...urlsOf(before.items)].filter((url) => !urls.has(url)));
  for (const { id } of before.items) if (!find(key, id)) forget(id);
  if (action.type === "prepared" || action.type === "edit") void store(key, action.id);
  if (action.type === "card") void store(key, action.item.id);
  writeList(key);
}

const filesOf = ({ items }: MediaDraft) => items.filter(isReady).map(({ media }) => media);

/** Uploads a file while its caption is written, unless that might waste data. */
async function uploadEarly(key: string, media: PreparedMedia): Promise<void> {
  if (savesData()) return;
  try {
    await upload(media);
    if (filesOf(draftOf(key)).includes(media)) writeList(key);
  } catch (error) {
    // What the host can use was removed or changed, or the post tries again, and says why it fails.
    if (apiError(error)?.status !== 415) return;
    const refused = draftOf(key).items.find((item) => isReady(item) && item.media === media);
    if (refused) dispatch(key, { type: "remove", id: refused.id });
    if (refused) toast.error(messageOf(error));
  }
}

function forget(id: string): void {
  preparing.get(id)?.abort();
  deleteStoredMedia(id).catch(() => {
    // No draft names the file any more, and it expires after a day.
  });
}

/**
 * Ends the draft and returns its media. Their uploads, stored files and object URLs are the
 * caller's from then on.
 */
export function handOver(key: string): ReadyMedia[] {
  const items = draftOf(key).items.filter(isReady);
  mediaDrafts.setState({ [key]: EMPTY_DRAFT });
  writeList(key);
  return items;
}

/** Makes media that were handed over a draft again. */
export const takeBack = (key: string, items: readonly ReadyMedia[]): void =>
  dispatch(key, { type: "restore", items });

/** The draft's list of stored files, in their order. */
function writeList(key: string): void {
  const stored = draftOf(key)
    .items.filter(isReady)
    .filter(({ isStored }) => isStored);
  writeDraft(mediaListKey(key), stored.length > 0 ? JSON.stringify(stored.map(listed)) : "");
}

async function store(key: string, id: string): Promise<void> {
  const item = find(key, id);
  if (item?.phase !== "ready") return;
  try {
    await storeMedia(id, item);
    // While the browser was writing, it may have been posted or removed.
    if (find(key, id)) dispatch(key, { type: "stored", id, media: item.media });
    else if (!noteStored(id)) await deleteStoredMedia(id);
  } catch {
    // Storage is blocked or full: `isStored` stays false, and the composer asks before leaving.
  }
}

/** Reads the stored files of a draft that is marked as being restored. */
export async function restoreMedia(key: string): Promise<void> {
  const list = parseList(readDraft(mediaListKey(key)));
  const items = (await Promise.all(list.map(readListed))).filter((item) => item !== undefined);
  if (!draftOf(key).isRestoring) {
    revoke(urlsOf(items));
    return;
  }
  dispatch(key, { type: "restore", items });
  // A day has passed, or a duplicate of this tab has posted or discarded them.
  const missing = list.length - items.length;
  if (missing > 0)
    toast.error(
      translate(
        "{missing, plural, one {# file of your draft is gone} other {# files of your draft are gone}}. Please choose again.",
        { missing },
      ),
    );
}

const newId = () => `${Date.now()}-${Math.random()}`;

/** A file that can't be used, and why. */
export type InvalidFile = { fileName: string; message: string };

/**
 * Adds files and makes them ready, one after the other. Resolves with those that can't be used, and
 * that are gone from the draft again.
 */
export async function addMedia(key: string, files: readonly File[]): Promise<InvalidFile[]> {
  const added = files.map((file) => ({
    id: newId(),
    file,
    mediaType: file.type.startsWith("video/") ? ("video" as const) : ("image" as const),
  }));
  dispatch(key, { type: "add", items: added });
  const taken = added.filter(({ id }) => find(key, id));
  const invalid: InvalidFile[] = [];
  for (const { id, file } of taken) {
    const message = await prepare(key, id);
    if (message) invalid.push({ fileName: file.name, message });
  }
  const ready = draftOf(key).items.filter(({ id }) => taken.some((item) => item.id === id));
  if (ready.length > 0)
    announce(translate("{media} added.", { media: sentenceCase(nounOf(ready, translate)) }));
  return invalid;
}

/** Makes a picture that was drawn of `words` the media of a draft that has none. */
export function addCard(key: string, media: PreparedMedia, words: string, edit: CardEdit): ReadyMedia {
  const { fileName, mediaType } = media;
  const common = { id: newId(), fileName, mediaType, altText: words, isStored: false };
  const item: ReadyMedia = { ...common, phase: "ready", media, source: media, edit };
  dispatch(key, { type: "card", item });
  return item;
}

/** Makes a file ready for the upload. Resolves with the reason when that is impossible for good. */
async function prepare(key: string, id: string): Promise<string | undefined> {
  const item = find(key, id);
  if (item?.phase !== "preparing") return undefined;
  const controller = new AbortController();
  const { signal } = controller;
  preparing.set(id, controller);
  try {
    const { InvalidMediaError, prepareMedia } = await import("@/lib/uploads/client/prepare");
    try {
      const onProgress = (share: number) => dispatch(key, { type: "progress", id, share });
      const media = await prepareMedia(item.file, { signal, onProgress });
      if (signal.aborted) URL.revokeObjectURL(media.objectUrl);
      else dispatch(key, { type: "prepared", id, media });
    } catch (error) {
      if (signal.aborted) return undefined;
      if (!(error instanceof InvalidMediaError)) throw error;
      dispatch(key, { type: "remove", id });
      return error.message;
    }
  } catch (error) {
    const message = error instanceof Error && error.message ? error.message : "This file can't be read.";
    dispatch(key, { type: "failed", id, message });
  } finally {
    preparing.delete(id);
  }
  return undefined;
}

/** What a person does with the media of the draft `key`. */
export const mediaChanges = (key: string) => ({
  select: (id: string, isDescribing = false) => dispatch(key, { type: "select", id, isDescribing }),
  describe: (id: string, altText: string) => dispatch(key, { type: "describe", id, altText }),
  /** Notes that the person was reminded of descriptions. */
  remind: () => dispatch(key, { type: "remind" }),
  clear: () => dispatch(key, { type: "clear" }),
  /** Moves one to a place among the others, and says so. */
  move: (id: string, to: number) => {
    const { items } = draftOf(key);
    const from = items.findIndex((item) => item.id === id);
    const item = items[from];
    if (!item || to < 0 || to >= items.length || to === from) return;
    dispatch(key, { type: "move", id, to });
    announce(
      translate("{media}, moved to position {position}", {
        media: placeOf(item, from, items.length, translate),
        position: to + 1,
      }),
    );
  },
  remove: (id: string) => {
    const item = find(key, id);
    dispatch(key, { type: "remove", id });
    if (item) announce(translate("{media} removed.", { media: sentenceCase(nounOf([item], translate)) }));
  },
  /** Tries again to make one ready. */
  retry: (id: string) => {
    dispatch(key, { type: "retry", id });
    void prepare(key, id);
  },
  /** Replaces one by its edited form. */
  edit: (id: string, media: PreparedMedia, edit: MediaEdit | undefined) => {
    dispatch(key, { type: "edit", id, media, edit });
  },
});
