import { toast } from "@/components/ui/toast";
import { apiError, messageOf } from "@/lib/api/client/api-client-error";
import { announce } from "@/lib/dom/announce";
import { translate } from "@/lib/language/translate";
import type { Translate } from "@/lib/language/translator";
import {
  allPosts,
  type CardEdit,
  changeDraft,
  changeItem,
  changePost,
  draftOf,
  isReady,
  type MediaEdit,
  NO_FILES,
  newId,
  type ReadyMedia,
  type UnpostedPost,
  unposted,
} from "@/lib/posts/client/unposted";
import { readFiles, uploadFile } from "@/lib/posts/client/unposted-media";
import { MEDIA_MAX } from "@/lib/posts/policy";
import { savesData } from "@/lib/settings/client/preferences";
import { InvalidMediaError, type PreparedMedia } from "@/lib/uploads/client/prepared-media";
import type { MediaType } from "@/lib/uploads/schema";

/** What a person does with the photos and videos of the draft, and what they are called. */

/** What ends making a file ready for the upload, when it is removed. */
const preparing = new Map<string, AbortController>();

type Posts = { posts: readonly UnpostedPost[] };
const draftItems = ({ posts }: Posts) =>
  posts.filter(({ status }) => status.phase === "draft").flatMap(({ items }) => items);

unposted.subscribe((now, before) => {
  const items = draftItems(now);
  for (const [id, controller] of preparing) if (!items.some((item) => item.id === id)) controller.abort();
  const earlier = draftItems(before).filter(isReady);
  for (const item of items.filter(isReady))
    if (!earlier.some(({ media }) => media === item.media)) void uploadEarly(item);
});

/** Uploads a file while its caption is written, unless that might waste data. */
async function uploadEarly(item: ReadyMedia): Promise<void> {
  if (savesData()) return;
  try {
    await uploadFile(item);
  } catch (error) {
    // What the host can use was removed or changed, or the post tries again, and says why it fails.
    if (apiError(error)?.status !== 415) return;
    if (!draftItems(unposted.getState()).some((one) => isReady(one) && one.media === item.media)) return;
    remove(item.id);
    toast.error(messageOf(error));
  }
}

/** Reads the files that were stored before a reload. */
export async function restoreDraft(personId: string): Promise<void> {
  // A day has passed, or a duplicate of this tab has posted or discarded them.
  const missing = await readFiles(draftOf(personId));
  if (missing > 0)
    toast.error(
      translate(
        "{missing, plural, one {# file of your draft is gone} other {# files of your draft are gone}}. Please choose again.",
        { missing },
      ),
    );
}

/** Makes a stopped post the draft again, in place of an empty one. */
export function editPost({ id, personId }: UnpostedPost): void {
  const draft = draftOf(personId);
  const posts = allPosts()
    .filter((post) => post !== draft)
    .map((post): UnpostedPost => (post.id === id ? { ...post, status: { phase: "draft" } } : post));
  unposted.setState({ posts });
}

/** A file that can't be used, and why. */
export type InvalidFile = { fileName: string; message: string };

/**
 * Adds as many files as a post may have, selects the first, and makes them ready, one after the
 * other. Resolves with those that can't be used, and that are gone from the draft again.
 */
export async function addMedia(personId: string, files: readonly File[]): Promise<InvalidFile[]> {
  const draft = draftOf(personId);
  const added = files.slice(0, MEDIA_MAX - draft.items.length).map((file) => ({
    id: newId(),
    fileName: file.name,
    mediaType: file.type.startsWith("video/") ? ("video" as const) : ("image" as const),
    altText: "",
    phase: "preparing" as const,
    file,
    share: 0,
  }));
  const [first] = added;
  if (!first) return [];
  const items = [...draft.items, ...added];
  // What is added may need a description, too.
  changeDraft(personId, { items, selectedId: first.id, isDescribing: false, isReminded: false });
  const invalid: InvalidFile[] = [];
  for (const { id, file } of added) {
    const message = await prepare(id);
    if (message) invalid.push({ fileName: file.name, message });
  }
  const ready = draftOf(personId).items.filter(({ id }) => added.some((item) => item.id === id));
  if (ready.length > 0)
    announce(translate("{media} added.", { media: sentenceCase(nounOf(ready, translate)) }));
  return invalid;
}

/** Makes a picture that was drawn of `altText` the media of a draft that has none. */
export function addCard(personId: string, media: PreparedMedia, altText: string, edit: CardEdit): void {
  const { fileName, mediaType } = media;
  const common = { id: newId(), fileName, mediaType, altText, isStored: false };
  changeDraft(personId, { ...NO_FILES, items: [{ ...common, phase: "ready", media, source: media, edit }] });
}

/** Makes a file ready for the upload. Resolves with the reason when that is impossible for good. */
async function prepare(id: string): Promise<string | undefined> {
  const item = draftItems(unposted.getState()).find((one) => one.id === id);
  if (item?.phase !== "preparing") return undefined;
  const controller = new AbortController();
  const { signal } = controller;
  preparing.set(id, controller);
  try {
    const { prepareMedia } = await import("@/lib/uploads/client/prepare");
    const onProgress = (share: number) => changeItem(id, (one) => ({ ...one, share }));
    const media = await prepareMedia(item.file, { signal, onProgress });
    const { fileName, mediaType } = media;
    if (signal.aborted) URL.revokeObjectURL(media.objectUrl);
    else
      changeItem(id, ({ altText }) => ({
        ...{ id, altText, fileName, mediaType },
        ...{ phase: "ready", media, source: media, isStored: false },
      }));
  } catch (error) {
    if (signal.aborted) return undefined;
    if (error instanceof InvalidMediaError) {
      remove(id);
      return error.message;
    }
    const message = error instanceof Error && error.message ? error.message : "This file can't be read.";
    changeItem(id, (one) => (isReady(one) ? one : { ...one, phase: "failed", message }));
  } finally {
    preparing.delete(id);
  }
  return undefined;
}

/** Tries again to make a file ready. */
export function retryMedia(id: string): void {
  changeItem(id, (item) => (isReady(item) ? item : { ...item, phase: "preparing", share: 0 }));
  void prepare(id);
}

export const describeMedia = (id: string, altText: string): void =>
  changeItem(id, (item) => ({ ...item, altText }));

/** Replaces a photo or video by its edited form. */
export const editMedia = (id: string, media: PreparedMedia, edit: MediaEdit | undefined): void =>
  changeItem(id, (item) =>
    isReady(item) ? { ...item, media, edit, isStored: false, url: undefined } : item,
  );

/** The post that has the file `id`, and where. */
function findMedia(id: string) {
  for (const post of allPosts()) {
    const index = post.items.findIndex((item) => item.id === id);
    const item = post.items[index];
    if (item) return { post, index, item };
  }
  return undefined;
}

/** Moves a file to a place among the others, and says so. */
export function moveMedia(id: string, to: number): void {
  const found = findMedia(id);
  if (!found) return;
  const { post, index, item } = found;
  const { items } = post;
  if (to < 0 || to >= items.length || to === index) return;
  changePost(post.id, { items: items.toSpliced(index, 1).toSpliced(to, 0, item) });
  const media = placeOf(item, index, items.length, translate);
  announce(translate("{media}, moved to position {position}", { media, position: to + 1 }));
}

export function removeMedia(id: string): void {
  const item = findMedia(id)?.item;
  remove(id);
  if (item) announce(translate("{media} removed.", { media: sentenceCase(nounOf([item], translate)) }));
}

/** Removes a file. The one that takes its place is selected then, or the last. */
function remove(id: string): void {
  const found = findMedia(id);
  if (!found) return;
  const { post, index } = found;
  const items = post.items.toSpliced(index, 1);
  const next = items[index] ?? items.at(-1);
  const wasSelected = id === (post.selectedId ?? post.items[0]?.id);
  const change = { items, ...(wasSelected && { selectedId: next?.id, isDescribing: false }) };
  changePost(post.id, next ? change : NO_FILES);
}

/** What the media are called together: `photo`, `3 videos`, `4 files`. */
export function nounOf(items: readonly { mediaType: MediaType }[], t: Translate): string {
  const kinds = new Set(items.map(({ mediaType }) => mediaType));
  const count = items.length;
  if (kinds.size > 1) return t("{count} files", { count });
  return kinds.has("video")
    ? t("{count, plural, one {video} other {# videos}}", { count })
    : t("{count, plural, one {photo} other {# photos}}", { count });
}

export const sentenceCase = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** How one of several is called: `Photo 2 of 4`. */
export function placeOf(
  { mediaType }: { mediaType: MediaType },
  index: number,
  count: number,
  t: Translate,
): string {
  const values = { place: index + 1, count };
  if (mediaType === "video") return count > 1 ? t("Video {place} of {count}", values) : t("Video");
  return count > 1 ? t("Photo {place} of {count}", values) : t("Photo");
}
