import type { Translate } from "@/lib/language/translator";
import {
  type ChosenMedia,
  EMPTY_DRAFT,
  type MediaDraft,
  type MediaEdit,
  type ReadyMedia,
} from "@/lib/posts/client/chosen-media";
import { MEDIA_MAX } from "@/lib/posts/policy";
import type { PreparedMedia } from "@/lib/uploads/client/prepare";
import type { MediaType } from "@/lib/uploads/schema";

/**
 * What can happen to the photos and videos of an unfinished post, and what they are called. Pure.
 */

export type MediaAction =
  | { type: "add"; items: readonly { id: string; file: File; mediaType: MediaType }[] }
  | { type: "progress"; id: string; share: number }
  | { type: "prepared"; id: string; media: PreparedMedia }
  | { type: "failed"; id: string; message: string }
  | { type: "retry"; id: string }
  | { type: "edit"; id: string; media: PreparedMedia; edit: MediaEdit | undefined }
  | { type: "stored"; id: string; media: PreparedMedia }
  | { type: "describe"; id: string; altText: string }
  | { type: "move"; id: string; to: number }
  | { type: "remove"; id: string }
  | { type: "select"; id: string; isDescribing?: boolean }
  | { type: "remind" }
  | { type: "card"; item: ReadyMedia }
  | { type: "restore"; items: readonly ReadyMedia[] }
  | { type: "clear" };

export function mediaReducer(draft: MediaDraft, action: MediaAction): MediaDraft {
  const { items } = draft;
  const change = (id: string, changed: (item: ChosenMedia) => ChosenMedia): MediaDraft => ({
    ...draft,
    items: items.map((item) => (item.id === id ? changed(item) : item)),
  });
  switch (action.type) {
    case "add":
      return add(draft, action.items);
    case "progress":
      return change(action.id, (item) =>
        item.phase === "preparing" ? { ...item, share: action.share } : item,
      );
    case "prepared":
      return change(action.id, (item) => prepared(item, action.media));
    case "failed":
      return change(action.id, (item) =>
        item.phase === "preparing" ? { ...item, phase: "failed", message: action.message } : item,
      );
    case "retry":
      return change(action.id, (item) =>
        item.phase === "failed" ? { ...item, phase: "preparing", share: 0 } : item,
      );
    case "edit":
      return change(action.id, (item) =>
        item.phase === "ready" ? { ...item, media: action.media, edit: action.edit, isStored: false } : item,
      );
    case "stored":
      return change(action.id, (item) =>
        item.phase === "ready" && item.media === action.media ? { ...item, isStored: true } : item,
      );
    case "describe":
      return change(action.id, (item) => ({ ...item, altText: action.altText }));
    case "move":
      return { ...draft, items: moved(items, action.id, action.to) };
    case "remove":
      return remove(draft, action.id);
    case "select":
      return { ...draft, selectedId: action.id, isDescribing: action.isDescribing ?? false };
    case "remind":
      return { ...draft, isReminded: true };
    case "card":
      return { ...EMPTY_DRAFT, items: [action.item], selectedId: action.item.id };
    case "restore":
      return restore(draft, action.items);
    case "clear":
      return EMPTY_DRAFT;
  }
}

/** Adds as many as a post may have, and selects the first of them. */
function add(draft: MediaDraft, added: (MediaAction & { type: "add" })["items"]): MediaDraft {
  const items: readonly ChosenMedia[] = added
    .slice(0, MEDIA_MAX - draft.items.length)
    .map((item) => ({ ...item, fileName: item.file.name, altText: "", phase: "preparing", share: 0 }));
  if (items.length === 0) return draft;
  return {
    ...draft,
    items: [...draft.items, ...items],
    selectedId: items[0]?.id,
    isDescribing: false,
    // What is added may need a description, too.
    isReminded: false,
  };
}

/** What was chosen in the meantime comes after what was stored. */
function restore(draft: MediaDraft, stored: readonly ReadyMedia[]): MediaDraft {
  const items = [...stored, ...draft.items].slice(0, MEDIA_MAX);
  return { ...draft, items, selectedId: draft.selectedId ?? items[0]?.id, isRestoring: false };
}

const prepared = (item: ChosenMedia, media: PreparedMedia): ChosenMedia =>
  item.phase === "preparing"
    ? {
        id: item.id,
        altText: item.altText,
        fileName: media.fileName,
        mediaType: media.mediaType,
        phase: "ready",
        media,
        source: media,
        isStored: false,
      }
    : item;

function moved(items: readonly ChosenMedia[], id: string, to: number): readonly ChosenMedia[] {
  const item = items.find((one) => one.id === id);
  if (!item || to < 0 || to >= items.length) return items;
  const others = items.filter((one) => one !== item);
  return [...others.slice(0, to), item, ...others.slice(to)];
}

/** The one that takes its place is selected, or the last. */
function remove(draft: MediaDraft, id: string): MediaDraft {
  const index = draft.items.findIndex((item) => item.id === id);
  if (index < 0) return draft;
  const items = draft.items.filter((item) => item.id !== id);
  if (items.length === 0) return EMPTY_DRAFT;
  if (draft.selectedId !== id) return { ...draft, items };
  return { ...draft, items, selectedId: (items[index] ?? items.at(-1))?.id, isDescribing: false };
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
