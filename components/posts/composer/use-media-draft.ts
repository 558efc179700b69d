"use client";

import { useEffect } from "react";
import { useStore } from "zustand/react";
import { createStore } from "zustand/vanilla";
import { readDraft, writeDraft } from "@/lib/store/drafts";
import { storageErased } from "@/lib/store/signal";
import type { PreparedMedia } from "@/lib/uploads/client/prepare";

/**
 * The picture or video of an unfinished post, shared by all composers and stored in the browser.
 * The tab's draft `media …` holds the name of the stored file, so that a page without a draft reads
 * nothing.
 */
type MediaDraft = {
  media: PreparedMedia | undefined;
  /** Stored media is being read. */
  isRestoring: boolean;
  /** The media survives a reload. */
  isStored: boolean;
};

const EMPTY: MediaDraft = { media: undefined, isRestoring: false, isStored: true };
const drafts = createStore<Readonly<Record<string, MediaDraft>>>(() => ({}));

storageErased.subscribe(() => {
  for (const { media } of Object.values(drafts.getState())) if (media) URL.revokeObjectURL(media.objectUrl);
  drafts.setState({}, true);
});

const nameKey = (key: string) => `media ${key}`;
const loadMediaStore = () => import("@/lib/uploads/client/stored-media");

const draftOf = (key: string): MediaDraft | undefined => drafts.getState()[key];
const setDraft = (key: string, draft: MediaDraft): void => drafts.setState({ [key]: draft });

/** Sets or removes the draft's media, and revokes the object URL of the previous one. */
function setMedia(key: string, media: PreparedMedia | undefined): void {
  const previous = draftOf(key)?.media;
  if (previous) URL.revokeObjectURL(previous.objectUrl);
  deleteStored(key);
  setDraft(key, { ...EMPTY, media, isStored: media === undefined });
  if (media) void store(key, media);
}

/** Ends the draft. The object URL stays valid, because the caller still shows it. */
function releaseMedia(key: string): void {
  deleteStored(key);
  setDraft(key, EMPTY);
}

async function store(key: string, media: PreparedMedia): Promise<void> {
  const name = `${Date.now()}-${Math.random()}`;
  try {
    const { storeMedia, deleteStoredMedia } = await loadMediaStore();
    await storeMedia(name, media);
    // Other media was chosen, or this was posted, while the browser was writing.
    if (draftOf(key)?.media !== media) return await deleteStoredMedia(name);
    writeDraft(nameKey(key), name);
    setDraft(key, { ...EMPTY, media });
  } catch {
    // Storage is blocked or full: `isStored` stays false, and the composer asks before leaving.
  }
}

function deleteStored(key: string): void {
  const name = readDraft(nameKey(key));
  if (name === "") return;
  writeDraft(nameKey(key), "");
  loadMediaStore()
    .then(({ deleteStoredMedia }) => deleteStoredMedia(name))
    .catch(() => {
      // No draft names the file any more, and it expires after a day.
    });
}

async function restore(key: string): Promise<void> {
  const name = readDraft(nameKey(key));
  if (name === "" || draftOf(key)) return;
  setDraft(key, { ...EMPTY, isRestoring: true });
  let media: PreparedMedia | undefined;
  try {
    media = await (await loadMediaStore()).loadMedia(name);
  } catch {
    // Storage has been blocked since: only the text of the draft is left.
  }
  if (!draftOf(key)?.isRestoring) {
    if (media) URL.revokeObjectURL(media.objectUrl);
    return;
  }
  if (!media) writeDraft(nameKey(key), "");
  setDraft(key, { ...EMPTY, media });
}

/** The media of the draft `key`, restored from storage on first use after a reload. */
export function useMediaDraft(key: string): MediaDraft & {
  setMedia: (media: PreparedMedia | undefined) => void;
  release: () => void;
} {
  const draft = useStore(drafts, (all) => all[key] ?? EMPTY);
  useEffect(() => {
    void restore(key);
  }, [key]);
  return { ...draft, setMedia: (media) => setMedia(key, media), release: () => releaseMedia(key) };
}
