"use client";

import { type RefObject, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { loadSendPosts, preloadPending } from "@/components/posts/pending-post/pending-slot";
import { useOutcome, useToFeed } from "@/components/posts/pending-post/use-outcome";
import { useCounted } from "@/lib/dom/field-hooks";
import { fitsCard } from "@/lib/posts/card";
import {
  backgroundOfItem,
  changeDraft,
  draftOf,
  isAltTextTooLong,
  isDescribed,
  isReady,
  isUnread,
  NO_FILES,
  removePost,
  useDraftOf,
  useRestore,
} from "@/lib/posts/client/unposted";
import { CAPTION_MAX, MEDIA_MAX } from "@/lib/posts/policy";
import type { CommentAudience } from "@/lib/posts/schema";
import { useMe } from "@/lib/profiles/client/queries";
import { preferences } from "@/lib/settings/client/preferences";
import { NETWORK_ERROR } from "@/lib/text/errors";
import { countCharacters } from "@/lib/text/text";
import { NO_MEDIA } from "@/lib/uploads/policy";

const TOO_MANY = `A post has at most ${MEDIA_MAX} photos and videos: the first ${MEDIA_MAX} were taken.`;
const NOT_READY = "Please remove what couldn't be read, or try it again.";
const DESCRIBE_FIRST = "Please describe every photo and video first, as you asked for in Settings.";

type Notice = { tone: "error" | "info"; text: string };
export type Composer = ReturnType<typeof useComposer>;

/** What chooses and changes files. Loaded on first use: most visits choose none. */
const loadDraftMedia = () => import("@/components/posts/composer/draft-media");

/**
 * The state of a composer. Its content is the person's draft: all composers share it, and it
 * survives a reload and a lost session. With Post it becomes a pending post; `onPost` then closes
 * the composer, and the feed opens.
 */
export function useComposer({ onPost }: { onPost?: () => void } = {}) {
  const me = useMe();
  const personId = me?._id ?? "";
  const draft = useDraftOf(personId);
  const { caption, items } = draft;
  useRestore(isUnread(draft), () => loadDraftMedia().then(({ restoreDraft }) => restoreDraft(personId)));
  const [notice, setNotice] = useCounted<Notice>();
  const formId = useId();
  const text = useCaption(personId);
  const media = useMedia(personId, setNotice);

  const { isPreparing } = media;
  const isUnfinished = caption.trim() !== "" || items.length > 0;
  const isSuspended = Boolean(me?.suspension);
  const isBlocked = isPreparing || text.isTooLong || items.some(isAltTextTooLong) || isSuspended;
  return {
    me,
    /** The form's id, for controls outside of it; `-hint` and `-counter` are parts of it. */
    formId,
    isSuspended,
    /** There is content: leaving the composer asks. */
    isUnfinished,
    /** Leaving the page would lose some of the content. */
    isAtRisk: isUnfinished && items.some((item) => !isReady(item) || !item.isStored),
    isExpanded: caption !== "" || items.length > 0 || isPreparing || notice !== undefined,
    // A file that was still being read when Post was pressed answers what was said of it.
    notice: items.length > 0 && notice?.text === NO_MEDIA ? undefined : notice,
    discard: () => {
      removePost(draft.id);
      setNotice(undefined);
    },
    text,
    media,
    whoCanComment: {
      value: draft.whoCanComment,
      set: (whoCanComment: CommentAudience) => changeDraft(personId, { whoCanComment }),
    },
    sending: {
      ...useSending({ personId, isBlocked, setNotice, onPost, openDescription: media.openDescription }),
      /** The text can be posted as a card. */
      canBeCard: !isPreparing && !isSuspended && items.length === 0 && fitsCard(caption),
    },
  };
}

/** The text of the draft, and the element in which it is written. */
function useCaption(personId: string) {
  const { caption, items } = useDraftOf(personId);
  const field = useRef<HTMLTextAreaElement>(null);
  const count = countCharacters(caption.trim());
  // A card that could not be posted says what was written before.
  const set = (next: string) =>
    changeDraft(personId, { caption: next, ...(items.some(backgroundOfItem) && NO_FILES) });
  return {
    value: caption,
    count,
    isTooLong: count > CAPTION_MAX,
    field,
    set,
    insert: (insertion: string) => insertAt(field, caption, insertion, set),
  };
}

type SetNotice = (notice: Notice | undefined) => void;

/** The photos and videos of the draft, and the elements that choose and describe them. */
function useMedia(personId: string, setNotice: SetNotice) {
  const draft = useDraftOf(personId);
  const { items } = draft;
  const picker = useRef<HTMLInputElement>(null);
  const altField = useRef<HTMLTextAreaElement>(null);
  const [isPicking, setIsPicking] = useState(false);
  const select = (selectedId: string, { isDescribing = false } = {}) =>
    changeDraft(personId, { selectedId, isDescribing });
  return {
    items,
    /** The one that is shown large, and described and edited. */
    selected: items.find(({ id }) => id === draft.selectedId) ?? items[0],
    select,
    isDescribing: Boolean(draft.isDescribing),
    openDescription: (id: string) => {
      flushSync(() => select(id, { isDescribing: true }));
      altField.current?.focus();
    },
    altField,
    isPreparing: isPicking || isUnread(draft) || items.some(({ phase }) => phase === "preparing"),
    canAdd: !isUnread(draft) && items.length < MEDIA_MAX,
    picker,
    openPicker: () => picker.current?.click(),
    pick: async (chosen: Iterable<File> | null | undefined) => {
      const files = [...(chosen ?? [])];
      if (files.length === 0) return;
      setNotice(undefined);
      // What shows and sends the post is there when the connection is not.
      preloadPending();
      // Until the files are listed, the post waits for them.
      setIsPicking(true);
      const module = await loadDraftMedia()
        .catch(() => undefined)
        .finally(() => setIsPicking(false));
      if (!module) return setNotice({ tone: "error", text: NETWORK_ERROR });
      const invalid = await module.addMedia(personId, files);
      if (invalid.length > 0) setNotice({ tone: "error", text: wordsOf(invalid, files.length) });
      else if (items.length + files.length > MEDIA_MAX) setNotice({ tone: "info", text: TOO_MANY });
    },
  };
}

type Sending = {
  personId: string;
  isBlocked: boolean;
  setNotice: SetNotice;
  onPost: (() => void) | undefined;
  openDescription: (id: string) => void;
};

/** Letting go of the post, after asking for descriptions that are missing. */
function useSending({ personId, isBlocked, setNotice, onPost, openDescription }: Sending) {
  const outcome = useOutcome();
  const toFeed = useToFeed();
  const draft = useDraftOf(personId);
  const { items } = draft;
  const [isAskingForAlt, setIsAskingForAlt] = useState(false);
  const undescribed = items.find((item) => !isDescribed(item));

  const reject = (text: string) => setNotice({ tone: "error", text });
  const publish = async () => {
    setIsAskingForAlt(false);
    setNotice(undefined);
    const module = await loadSendPosts().catch(() => undefined);
    if (!module || !personId) return reject(NETWORK_ERROR);
    const fault = module.faultOf(draftOf(personId));
    if (fault) return reject(fault);
    if (!module.sendDraft(personId, outcome)) return;
    onPost?.();
    toFeed();
  };
  const describeFirst = () => {
    if (!undescribed) return;
    openDescription(undescribed.id);
    setIsAskingForAlt(false);
  };
  return {
    isBlocked,
    submit: () => {
      if (isBlocked) return;
      if (items.length === 0) return reject(NO_MEDIA);
      if (!items.every(isReady)) return reject(NOT_READY);
      const { altTextReminder, altTextRequired } = preferences.getState();
      if (undescribed && altTextRequired) {
        reject(DESCRIBE_FIRST);
        return describeFirst();
      }
      if (!undescribed || !altTextReminder || draft.isReminded) return void publish();
      setIsAskingForAlt(true);
      changeDraft(personId, { isReminded: true });
    },
    /** Publishes at once: a card, or media of which descriptions are missing. */
    publish,
    /** Whether it is being asked if a description should be added. */
    isAskingForAlt,
    closeQuestion: () => setIsAskingForAlt(false),
    describeFirst,
  };
}

function insertAt(
  textarea: RefObject<HTMLTextAreaElement | null>,
  text: string,
  insertion: string,
  setText: (text: string) => void,
): void {
  const field = textarea.current;
  const start = field?.selectionStart ?? text.length;
  const end = field?.selectionEnd ?? start;
  flushSync(() => setText(text.slice(0, start) + insertion + text.slice(end)));
  field?.focus();
  field?.setSelectionRange(start + insertion.length, start + insertion.length);
}

/** Why files were not taken. With several, each reason names its file. */
const wordsOf = (errors: { fileName: string; message: string }[], count: number) =>
  errors.map(({ fileName, message }) => (count > 1 ? `${fileName}: ${message}` : message)).join(" ");
