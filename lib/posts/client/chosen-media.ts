import { createStore } from "zustand/vanilla";
import { ALT_TEXT_MAX } from "@/lib/posts/policy";
import type { CardBackground } from "@/lib/text/card-look";
import { countCharacters } from "@/lib/text/text";
import type { PreparedMedia } from "@/lib/uploads/client/prepare";
import type { Crop } from "@/lib/uploads/crop";
import type { MediaType } from "@/lib/uploads/schema";

/** The photos and videos of an unfinished post. */

/** How a photo is cropped: the shape of the frame, and the part that it shows. */
export type PhotoEdit = { shape: string; crop: Crop };
/** The part of a video that is posted, and its cover frame, in seconds. */
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
/** `isStored`: it survives a reload. */
export type ReadyMedia = Common & EditedMedia & { phase: "ready"; isStored: boolean };
export type ChosenMedia = Preparing | Failed | ReadyMedia;

export type MediaDraft = {
  items: readonly ChosenMedia[];
  /** The one that is shown large, and described and edited. */
  selectedId: string | undefined;
  /** The field for the description of the selected one is open. */
  isDescribing: boolean;
  /** The person was reminded of descriptions, which happens once for each post. */
  isReminded: boolean;
  /** Stored media is being read. */
  isRestoring: boolean;
};

export const EMPTY_DRAFT: MediaDraft = {
  items: [],
  selectedId: undefined,
  isDescribing: false,
  isReminded: false,
  isRestoring: false,
};

/**
 * The drafts of this tab, shared by all composers and stored in the browser. The tab's draft
 * `media …` lists the stored files, so that a page without a draft reads nothing.
 */
export const mediaDrafts = createStore<Readonly<Record<string, MediaDraft>>>(() => ({}));

export const mediaListKey = (key: string) => `media ${key}`;

export const isReady = (item: ChosenMedia): item is ReadyMedia => item.phase === "ready";

/** The background of a picture that was drawn as a card; undefined for what was chosen. */
export const backgroundOfItem = (item: ChosenMedia | undefined): CardBackground | undefined =>
  item?.phase === "ready" && item.edit && "background" in item.edit ? item.edit.background : undefined;

export const isDescribed = ({ altText }: { altText: string }) => altText.trim() !== "";

export const isAltTextTooLong = ({ altText }: { altText: string }) =>
  countCharacters(altText.trim()) > ALT_TEXT_MAX;
