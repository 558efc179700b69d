"use client";

import { useEffect } from "react";
import { useStore } from "zustand/react";
import { createStore } from "zustand/vanilla";
import { readDraft, writeDraft } from "@/lib/store/drafts";
import { onStorageErased } from "@/lib/store/erased-storage";
import type { PreparedMedia } from "@/lib/uploads/client/prepare";

/**
 * The picture or video of a post being written: the same wherever its composer is open, and kept by
 * the browser. The tab's draft under `media …` names what is kept, so that a page without a draft
 * asks for nothing.
 */
type MediaDraft = {
  media: PreparedMedia | undefined;
  /** Kept media is on its way. */
  isRecalling: boolean;
  /** A reload would not lose it. */
  isStored: boolean;
};

const NOTHING: MediaDraft = { media: undefined, isRecalling: false, isStored: true };
const drafts = createStore<Readonly<Record<string, MediaDraft>>>(() => ({}));

onStorageErased(() => {
  for (const { media } of Object.values(drafts.getState())) if (media) URL.revokeObjectURL(media.objectUrl);
  drafts.setState({}, true);
});

const nameKey = (key: string) => `media ${key}`;
const loadKept = () => import("@/lib/uploads/client/stored-media");

const known = (key: string): MediaDraft | undefined => drafts.getState()[key];
const change = (key: string, draft: MediaDraft): void => drafts.setState({ [key]: draft });

/**
 * Takes media into the draft, or takes it out. The object URL of what was there before is revoked.
 */
function holdMedia(key: string, media: PreparedMedia | undefined): void {
  const before = known(key)?.media;
  if (before) URL.revokeObjectURL(before.objectUrl);
  clearCached(key);
  change(key, { ...NOTHING, media, isStored: media === undefined });
  if (media) void keep(key, media);
}

/** Ends the draft and leaves the object URL to the caller, who still shows it. */
function releaseMedia(key: string): void {
  clearCached(key);
  change(key, NOTHING);
}

async function keep(key: string, media: PreparedMedia): Promise<void> {
  const name = `${Date.now()}-${Math.random()}`;
  try {
    const { storeMedia, deleteStoredMedia } = await loadKept();
    await storeMedia(name, media);
    // Something else was chosen, or it was posted, while the browser wrote.
    if (known(key)?.media !== media) return await deleteStoredMedia(name);
    writeDraft(nameKey(key), name);
    change(key, { ...NOTHING, media });
  } catch {
    // Blocked or full: it lives as long as the page, and leaving the page is asked about.
  }
}

function clearCached(key: string): void {
  const name = readDraft(nameKey(key));
  if (name === "") return;
  writeDraft(nameKey(key), "");
  loadKept()
    .then(({ deleteStoredMedia }) => deleteStoredMedia(name))
    .catch(() => {
      // Nobody knows its name any more, and in a day it is too old.
    });
}

async function recall(key: string): Promise<void> {
  const name = readDraft(nameKey(key));
  if (name === "" || known(key)) return;
  change(key, { ...NOTHING, isRecalling: true });
  let media: PreparedMedia | undefined;
  try {
    media = await (await loadKept()).loadMedia(name);
  } catch {
    // Blocked since: the text of the draft is all there is.
  }
  if (!known(key)?.isRecalling) {
    if (media) URL.revokeObjectURL(media.objectUrl);
    return;
  }
  if (!media) writeDraft(nameKey(key), "");
  change(key, { ...NOTHING, media });
}

/** The media of the draft `key`; on its first use after a reload it is recalled. */
export function useMediaDraft(key: string): MediaDraft & {
  hold: (media: PreparedMedia | undefined) => void;
  release: () => void;
} {
  const draft = useStore(drafts, (all) => all[key] ?? NOTHING);
  useEffect(() => {
    void recall(key);
  }, [key]);
  return { ...draft, hold: (media) => holdMedia(key, media), release: () => releaseMedia(key) };
}
