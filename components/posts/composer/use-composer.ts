"use client";

import { type RefObject, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import {
  loadMediaDraft,
  postDraftKey,
  readCommentAudience,
  useCommentAudience,
  useMediaDraft,
  writeCommentAudience,
} from "@/components/posts/composer/post-draft";
import { loadSendPosts, preloadPending } from "@/components/posts/pending-post/pending-slot";
import { useOutcome, useToFeed } from "@/components/posts/pending-post/use-outcome";
import { useCounted } from "@/lib/dom/field-hooks";
import { fitsCard } from "@/lib/posts/card";
import {
  backgroundOfItem,
  EMPTY_DRAFT,
  isAltTextTooLong,
  isDescribed,
  isReady,
  type MediaDraft,
} from "@/lib/posts/client/chosen-media";
import { CAPTION_MAX, MEDIA_MAX } from "@/lib/posts/policy";
import type { CommentAudience } from "@/lib/posts/schema";
import { useMe } from "@/lib/profiles/client/queries";
import { preferences } from "@/lib/settings/client/preferences";
import { readDraft, useDraft, writeDraft } from "@/lib/store/drafts";
import type { CardBackground } from "@/lib/text/card-look";
import { NETWORK_ERROR } from "@/lib/text/errors";
import { countCharacters } from "@/lib/text/text";
import type { PreparedMedia } from "@/lib/uploads/client/prepare";
import { NO_MEDIA } from "@/lib/uploads/policy";

const TOO_MANY = `A post has at most ${MEDIA_MAX} photos and videos: the first ${MEDIA_MAX} were taken.`;
const NOT_READY = "Please remove what couldn't be read, or try it again.";
const DESCRIBE_FIRST = "Please describe every photo and video first, as you asked for in Settings.";

type Notice = { tone: "error" | "info"; text: string };
export type Composer = ReturnType<typeof useComposer>;

/**
 * The state of a composer. Its content is a draft of the author's: all composers share it, and it
 * survives a reload and a lost session. With Post it becomes a pending post; `onPost` then closes
 * the composer, and the feed opens.
 */
export function useComposer({ onPost }: { onPost?: () => void } = {}) {
  const me = useMe();
  const key = postDraftKey(me?._id);
  const [text, setDraft] = useDraft(key);
  const whoCanComment = useCommentAudience(key);
  const media = useMediaDraft(key);
  const { items } = media;
  const [notice, setNotice] = useCounted<Notice>();
  const textarea = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const formId = useId();

  const [isPicking, setIsPicking] = useState(false);
  const isPreparing = isPicking || media.isRestoring || items.some(({ phase }) => phase === "preparing");
  const count = countCharacters(text.trim());
  const isTooLong = count > CAPTION_MAX;
  const isAltTooLong = items.some(isAltTextTooLong);
  const isUnfinished = text.trim() !== "" || items.length > 0;

  const isSuspended = Boolean(me?.suspension);
  const cannotSubmit = isPreparing || isTooLong || isAltTooLong || isSuspended;
  const publish = usePublish({ key, personId: me?._id, media, cannotSubmit, setNotice, onPost });
  const setText = (next: string) => {
    setDraft(next);
    // A card that could not be posted says what was written before.
    if (media.items.some(backgroundOfItem))
      void loadMediaDraft().then(({ mediaChanges }) => mediaChanges(key).clear());
  };
  const pick = async (chosen: Iterable<File> | null | undefined) => {
    const files = [...(chosen ?? [])];
    if (files.length === 0) return;
    setNotice(undefined);
    // What shows and sends the post is there when the connection is not.
    preloadPending();
    // Until the files are listed, the post waits for them.
    setIsPicking(true);
    const module = await loadMediaDraft()
      .catch(() => undefined)
      .finally(() => setIsPicking(false));
    if (!module) return setNotice({ tone: "error", text: NETWORK_ERROR });
    const invalid = await module.addMedia(key, files);
    if (invalid.length > 0) setNotice({ tone: "error", text: wordsOf(invalid, files.length) });
    else if (items.length + files.length > MEDIA_MAX) setNotice({ tone: "info", text: TOO_MANY });
  };
  const discard = () => {
    setText("");
    writeCommentAudience(key, "everyone");
    if (media !== EMPTY_DRAFT) void loadMediaDraft().then(({ mediaChanges }) => mediaChanges(key).clear());
    setNotice(undefined);
  };
  return {
    me,
    /** The form's id, for controls outside of it; `-hint` and `-counter` are parts of it. */
    formId,
    /** The elements that get the focus, and the file input that `openPicker` opens. */
    textarea,
    altField: publish.altField,
    picker,
    /** What is written and chosen. */
    draft: {
      key,
      text,
      whoCanComment,
      count,
      isTooLong,
      isAltTooLong,
      items,
      /** The one that is shown large, and described and edited. */
      selected: items.find(({ id }) => id === media.selectedId) ?? items[0],
      isDescribing: media.isDescribing,
      isPreparing,
      isSuspended,
      canAddMedia: !media.isRestoring && items.length < MEDIA_MAX,
      /** The text can be posted as a card. */
      canBeCard: !isPreparing && !isSuspended && items.length === 0 && fitsCard(text),
      /** There is content: leaving the composer asks. */
      isUnfinished,
      /** Leaving the page would lose some of the content. */
      isAtRisk: isUnfinished && items.some((item) => !isReady(item) || !item.isStored),
      isExpanded: text !== "" || items.length > 0 || isPreparing || notice !== undefined,
    },
    /** Whether it is being asked if a description should be added. */
    isAskingForAlt: publish.isAskingForAlt,
    // A file that was still being read when Post was pressed answers what was said of it.
    notice: items.length > 0 && notice?.text === NO_MEDIA ? undefined : notice,
    actions: {
      setText,
      setWhoCanComment: (audience: CommentAudience) => writeCommentAudience(key, audience),
      insert: (insertion: string) => insertAt(textarea, text, insertion, setText),
      openPicker: () => picker.current?.click(),
      pick,
      submit: publish.submit,
      /** Publishes the text as a card, with the picture that was drawn of it. */
      postCard: publish.postCard,
      /** Publishes without the descriptions that are missing. */
      postAnyway: publish.postAnyway,
      describeFirst: publish.describeFirst,
      closeQuestion: publish.closeQuestion,
      discard,
    },
  };
}

type SetNotice = (notice: Notice | undefined) => void;

type Publish = {
  key: string;
  personId: string | undefined;
  media: MediaDraft;
  cannotSubmit: boolean;
  setNotice: SetNotice;
  onPost: (() => void) | undefined;
};

/** Letting go of the post, after asking for descriptions that are missing. */
function usePublish({ key, personId, media, cannotSubmit, setNotice, onPost }: Publish) {
  const outcome = useOutcome();
  const toFeed = useToFeed();
  const [isAskingForAlt, setIsAskingForAlt] = useState(false);
  const altField = useRef<HTMLTextAreaElement>(null);
  const { items } = media;
  const undescribed = items.find((item) => !isDescribed(item));

  const reject = (text: string) => setNotice({ tone: "error", text });
  const publish = async () => {
    setIsAskingForAlt(false);
    setNotice(undefined);
    const modules = await Promise.all([loadMediaDraft(), loadSendPosts()]).catch(() => undefined);
    if (!modules || !personId) return reject(NETWORK_ERROR);
    const [{ handOver }, { faultOf, sendPost }] = modules;
    const fault = faultOf(readDraft(key), items);
    if (fault) return reject(fault);
    // Only the first of several presses finds something.
    const handed = handOver(key);
    if (handed.length === 0) return;
    const caption = readDraft(key);
    const whoCanComment = readCommentAudience(key);
    writeDraft(key, "");
    writeCommentAudience(key, "everyone");
    sendPost({ personId, caption, whoCanComment, items: handed }, outcome);
    onPost?.();
    toFeed();
  };
  const describeFirst = async () => {
    if (!undescribed) return;
    const { mediaChanges } = await loadMediaDraft();
    flushSync(() => mediaChanges(key).select(undescribed.id, true));
    setIsAskingForAlt(false);
    altField.current?.focus();
  };
  return {
    altField,
    isAskingForAlt,
    closeQuestion: () => setIsAskingForAlt(false),
    describeFirst,
    submit: () => {
      if (cannotSubmit) return;
      if (items.length === 0) return reject(NO_MEDIA);
      if (!items.every(isReady)) return reject(NOT_READY);
      const { altTextReminder, altTextRequired } = preferences.getState();
      if (undescribed && altTextRequired) {
        reject(DESCRIBE_FIRST);
        return void describeFirst();
      }
      if (!undescribed || !altTextReminder || media.isReminded) return void publish();
      setIsAskingForAlt(true);
      void loadMediaDraft().then(({ mediaChanges }) => mediaChanges(key).remind());
    },
    postAnyway: () => void publish(),
    postCard: async (picture: PreparedMedia, background: CardBackground) => {
      const { addCard } = await loadMediaDraft();
      addCard(key, picture, readDraft(key).trim(), { background });
      await publish();
    },
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
