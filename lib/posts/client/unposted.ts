"use client";

import { useEffect, useEffectEvent } from "react";
import { useStore } from "zustand/react";
import { ALT_TEXT_MAX, COMMENT_AUDIENCES } from "@/lib/posts/policy";
import type { CommentAudience } from "@/lib/posts/schema";
import { persistedStore } from "@/lib/store/persisted-store";
import type { CardBackground } from "@/lib/text/card-look";
import { countCharacters } from "@/lib/text/text";
import type { PreparedMedia } from "@/lib/uploads/client/prepare";
import type { Crop } from "@/lib/uploads/crop";
import type { MediaType } from "@/lib/uploads/schema";

/**
 * The posts of this tab that are not on the server yet: the draft, which all composers share, and
 * the pending posts, which their author has let go of. Post turns the draft into a pending post,
 * and Edit turns a stopped one into the draft. The tab stores them, so that they survive a reload;
 * logging out, or another person signing in, erases them.
 */

/** How a photo is cropped: the shape of the frame, and the part that it shows. */
export type PhotoEdit = { shape: string; crop: Crop };
/** The part of a video that is posted, and the frame that stands for it, in seconds. */
export type VideoEdit = { from: number; to: number; posterAt: number };
/** The background of a card, which was drawn of the post's text. */
export type CardEdit = { background: CardBackground };

export type MediaEdit = PhotoEdit | VideoEdit | CardEdit;

/** What is stored of a photo or video. */
export type EditedMedia = {
  /** As it will be posted. */
  media: PreparedMedia;
  /** As it was chosen, from which it can be edited again; the same object if it is unchanged. */
  source: PreparedMedia;
  edit?: MediaEdit | undefined;
};

type Common = { id: string; fileName: string; mediaType: MediaType; altText: string };
/** It is made ready for the upload; `share` of that is done. */
type Preparing = Common & { phase: "preparing"; file: File; share: number };
/** It could not be made ready, and may be tried again. */
type Failed = Common & { phase: "failed"; file: File; message: string };
/** `isStored`: it survives a reload. `url`: where `media` was uploaded to. */
export type ReadyMedia = Common &
  EditedMedia & { phase: "ready"; isStored: boolean; url?: string | undefined };
export type ChosenMedia = Preparing | Failed | ReadyMedia;

export const isReady = (item: ChosenMedia): item is ReadyMedia => item.phase === "ready";

/** The background of a picture that was drawn as a card; undefined for what was chosen. */
export const backgroundOfItem = (item: ChosenMedia | undefined): CardBackground | undefined =>
  item?.phase === "ready" && item.edit && "background" in item.edit ? item.edit.background : undefined;

export const isDescribed = ({ altText }: { altText: string }) => altText.trim() !== "";

export const isAltTextTooLong = ({ altText }: { altText: string }) =>
  countCharacters(altText.trim()) > ALT_TEXT_MAX;

/** A file in the browser's database, with its description and where it was uploaded to. */
type StoredFile = { id: string; altText: string; url?: string | undefined };

type StoredStatus =
  /** It is being written. */
  | { phase: "draft" }
  /** Others are sent before it. */
  | { phase: "waiting" }
  /** It waits for its author, who may send it again, change it or discard it. */
  | { phase: "stopped"; message: string; isFailure: boolean };

export type PostStatus =
  | StoredStatus
  /** `progress` is in percent. Once the server has been asked to publish it, it can't be stopped. */
  | { phase: "sending"; progress: number; step: string; canStop: boolean }
  /** The tab of which this one is a duplicate sends it. */
  | { phase: "elsewhere" };

type Words = { id: string; personId: string; caption: string; whoCanComment: CommentAudience };

export type UnpostedPost = Words & {
  items: readonly ChosenMedia[];
  /** Files that were stored before a reload and have not been read since. */
  unread: readonly StoredFile[];
  status: PostStatus;
  /** The file of a draft that is shown large, described and edited, if not the first. */
  selectedId?: string | undefined;
  /** The field for the description of the selected one is open. */
  isDescribing?: boolean;
  /** The person was reminded of descriptions, which happens once for each post. */
  isReminded?: boolean;
};

type StoredPost = Words & { media: readonly StoredFile[]; status: StoredStatus };

/** In the order in which they are sent. */
export const unposted = persistedStore<{ posts: readonly UnpostedPost[] }>({
  area: "session",
  keys: ["posts"],
  initial: { posts: [] },
  parse: ([text]) => {
    const list: unknown = JSON.parse(text ?? "null");
    if (!Array.isArray(list)) return undefined;
    const unread = ({ media, ...post }: StoredPost) => ({ ...post, items: [], unread: media });
    return { posts: list.filter(isStoredPost).map(unread) };
  },
  format: ({ posts }) => {
    const list = posts.filter(({ status }) => status.phase !== "elsewhere").map(toStored);
    const worth = list.filter((post) => post.status.phase !== "draft" || hasContent(post));
    return [worth.length > 0 ? JSON.stringify(worth) : null];
  },
});

/** A draft goes on without a file that the browser could not store; a pending post names it. */
function toStored({ id, personId, caption, whoCanComment, items, unread, status }: UnpostedPost): StoredPost {
  const stored = items.filter(isReady).filter(({ isStored }) => isStored || status.phase !== "draft");
  const media = [...unread, ...stored.map(({ id, altText, url }) => ({ id, altText, url }))];
  return { id, personId, caption, whoCanComment, media, status: toStoredStatus(status) };
}

function toStoredStatus(status: PostStatus): StoredStatus {
  if (status.phase === "draft") return status;
  return status.phase === "stopped" ? { ...status, isFailure: false } : { phase: "waiting" };
}

const hasContent = ({ caption, whoCanComment, media }: StoredPost) =>
  caption !== "" || whoCanComment !== "everyone" || media.length > 0;

type Unknown<T> = { [Name in keyof T]?: unknown };

/** Storage can hold anything. */
function isStoredPost(value: unknown): value is StoredPost {
  const { id, personId, caption, whoCanComment, media, status } = (value ?? {}) as Unknown<StoredPost>;
  const { phase, message } = (status ?? {}) as { phase?: unknown; message?: unknown };
  return (
    [id, personId, caption].every((text) => typeof text === "string") &&
    COMMENT_AUDIENCES.some((audience) => audience === whoCanComment) &&
    (phase === "draft" || phase === "waiting" || (phase === "stopped" && typeof message === "string")) &&
    Array.isArray(media) &&
    media.every(isStoredFile)
  );
}

function isStoredFile(value: unknown): value is StoredFile {
  const { id, altText, url } = (value ?? {}) as Unknown<StoredFile>;
  return [id, altText, url ?? ""].every((text) => typeof text === "string");
}

export const newId = () => `${Date.now()}-${Math.random()}`;

export const allPosts = () => unposted.getState().posts;

export function changePost(id: string, change: Partial<UnpostedPost>): void {
  unposted.setState({ posts: allPosts().map((post) => (post.id === id ? { ...post, ...change } : post)) });
}

/** Changes a file, of whichever post it is. */
export function changeItem(id: string, change: (item: ChosenMedia) => ChosenMedia): void {
  const posts = allPosts().map((post) => ({
    ...post,
    items: post.items.map((item) => (item.id === id ? change(item) : item)),
  }));
  unposted.setState({ posts });
}

const NO_DRAFT: UnpostedPost = {
  id: "",
  personId: "",
  caption: "",
  whoCanComment: "everyone",
  items: [],
  unread: [],
  status: { phase: "draft" },
};

const draftIn = (posts: readonly UnpostedPost[], personId: string) =>
  posts.find((post) => post.personId === personId && post.status.phase === "draft") ?? NO_DRAFT;

/** The unfinished post of a person, which may be empty. */
export const draftOf = (personId: string): UnpostedPost => draftIn(allPosts(), personId);

/** The same for a component. Empty in server rendering. */
export const useDraftOf = (personId: string): UnpostedPost =>
  useStore(unposted, ({ posts }) => draftIn(posts, personId));

export function changeDraft(personId: string, change: Partial<UnpostedPost>): void {
  const draft = draftOf(personId);
  const isNew = draft === NO_DRAFT;
  if (isNew) unposted.setState({ posts: [...allPosts(), { ...NO_DRAFT, id: newId(), personId, ...change }] });
  else changePost(draft.id, change);
}

export function removePost(id: string): void {
  unposted.setState({ posts: allPosts().filter((post) => post.id !== id) });
}

/** Without files, and as if nothing had been done with any. */
export const NO_FILES = {
  items: [],
  unread: [],
  selectedId: undefined,
  isDescribing: false,
  isReminded: false,
} satisfies Partial<UnpostedPost>;

/** Whether its author has let go of it, and this tab shows and sends it. */
export const isPending = ({ status }: UnpostedPost): boolean =>
  status.phase !== "draft" && status.phase !== "elsewhere";

/** Whether files of it were stored before a reload and have not been read since. */
export const isUnread = ({ unread }: UnpostedPost): boolean => unread.length > 0;

/**
 * Calls what reads unread files, where there are any. If its code can't be loaded without a
 * connection, they stay stored, and it is called again with one.
 */
export function useRestore(hasUnread: boolean, restore: () => Promise<void>): void {
  const tryRestore = useEffectEvent(() => void restore().catch(() => undefined));
  useEffect(() => {
    if (!hasUnread) return;
    const handleOnline = () => tryRestore();
    tryRestore();
    window.addEventListener("online", handleOnline);
    return () => window.removeEventListener("online", handleOnline);
  }, [hasUnread]);
}
