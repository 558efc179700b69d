"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import {
  cancelPublishing,
  type PublishState,
  resetPublishing,
  startPublishing,
  usePublishing,
} from "@/components/posts/composer/publishing";
import { useMediaDraft } from "@/components/posts/composer/use-media-draft";
import { announce } from "@/lib/dom/announce";
import { type Counted, useCounted } from "@/lib/dom/field-hooks";
import { ALT_TEXT_MAX, CAPTION_MAX } from "@/lib/posts/policy";
import { useMe } from "@/lib/profiles/client/queries";
import { useDraft } from "@/lib/store/drafts";
import { countCharacters } from "@/lib/text/text";
import { NO_MEDIA } from "@/lib/uploads/policy";

/** The key of an unfinished post's text. It names the author, because a draft is theirs alone. */
const postDraftKey = (personId: string | undefined) => `post ${personId ?? ""}`;

type Notice = { tone: "error" | "info"; text: string };
export type Composer = ReturnType<typeof useComposer>;

/**
 * The state of a composer, and publishing its post. The content is a draft of the author's: all
 * composers share it, and it survives a reload and a lost session. A composer that has `onDone`
 * says by itself that the post is published, and closes then.
 */
export function useComposer({ onDone }: { onDone?: () => void } = {}) {
  const me = useMe();
  const client = useQueryClient();
  const router = useRouter();
  const key = postDraftKey(me?._id);
  const [draft, setDraft] = useDraft(key);
  const [altText, setAltText] = useDraft(`alt ${key}`);
  const mediaDraft = useMediaDraft(key);
  const [isReading, setIsReading] = useState(false);
  const [notice, setNotice] = useCounted<Notice>();
  const textarea = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const formId = useId();

  const setMedia: typeof mediaDraft.setMedia = (next) => {
    mediaDraft.setMedia(next);
    setAltText("");
  };

  const state = usePublishing(onDone);
  const isPending = state.phase === "working";
  const isDone = state.phase === "done";
  // While the success message shows, the form still shows the post, whose draft is already gone.
  const text = isDone ? state.post.caption : draft;
  const media = isDone ? state.post.media : mediaDraft.media;
  const isPreparing = isReading || (mediaDraft.isRestoring && !isDone);
  const count = countCharacters(text.trim());
  const isTooLong = count > CAPTION_MAX;
  const isAltTooLong = countCharacters(altText.trim()) > ALT_TEXT_MAX;

  const pick = async (files: FileList | File[] | null | undefined) => {
    const [file, ...more] = files ?? [];
    if (!file || isPending || isDone) return;
    setNotice(undefined);
    resetPublishing();
    setIsReading(true);
    // Loaded on first use: most visits choose no file.
    const { InvalidMediaError, prepareMedia } = await import("@/lib/uploads/client/prepare");
    try {
      const prepared = await prepareMedia(file);
      setMedia(prepared);
      announce(prepared.mediaType === "video" ? "Video added." : "Photo added.");
      if (more.length > 0)
        setNotice({ tone: "info", text: "A post has one photo or video: the first one was taken." });
    } catch (error) {
      if (!(error instanceof InvalidMediaError)) throw error;
      setNotice({ tone: "error", text: error.message });
    } finally {
      setIsReading(false);
    }
  };

  const submit = () => {
    if (isPending || isDone || isPreparing || isTooLong || isAltTooLong) return;
    if (!media) return setNotice({ tone: "error", text: NO_MEDIA });
    setNotice(undefined);
    void startPublishing(
      { caption: text, altText, media },
      {
        client,
        navigate: (path) => router.push(path),
        onPublished: () => {
          setDraft("");
          setAltText("");
          mediaDraft.release();
        },
      },
    );
  };

  const insert = (insertion: string) => {
    const field = textarea.current;
    const start = field?.selectionStart ?? text.length;
    const end = field?.selectionEnd ?? start;
    flushSync(() => setDraft(text.slice(0, start) + insertion + text.slice(end)));
    field?.focus();
    field?.setSelectionRange(start + insertion.length, start + insertion.length);
  };

  const hasContent = !isDone && (draft.trim() !== "" || media !== undefined);
  // What is being uploaded goes on without its composer.
  const isUnfinished = hasContent && !isPending;
  return {
    me,
    /** The form's id, for controls outside of it; `-hint` and `-counter` are parts of it. */
    formId,
    textarea,
    /** The file input that `openPicker` opens. */
    picker,
    openPicker: () => picker.current?.click(),
    text,
    setText: setDraft,
    insert,
    count,
    isTooLong,
    media,
    isPreparing,
    pick,
    removeMedia: () => {
      resetPublishing();
      setMedia(undefined);
      announce(media?.mediaType === "video" ? "Video removed." : "Photo removed.");
    },
    altText: isDone ? state.post.altText : altText,
    setAltText,
    isAltTooLong,
    notice: noticeOf(state) ?? notice,
    state,
    isPending,
    isDone,
    submit,
    cancel: cancelPublishing,
    /** Dismisses a failure: the post is a draft again. */
    reset: resetPublishing,
    /** There is text or media. */
    hasContent,
    /** There is content that is not being uploaded: leaving the composer asks. */
    isUnfinished,
    /** Leaving the page would lose some of the content. */
    isAtRisk: isUnfinished && !mediaDraft.isStored,
    isExpanded: text !== "" || media !== undefined || isPreparing || notice !== undefined,
    discard: () => {
      setDraft("");
      setMedia(undefined);
      setNotice(undefined);
      resetPublishing();
    },
  };
}

function noticeOf(state: PublishState): Counted<Notice> | undefined {
  if (state.phase === "failed") return { tone: "error", text: state.message, count: 0 };
  return state.phase === "idle" && state.note ? { tone: "info", text: state.note, count: 0 } : undefined;
}

/** Discards the draft and navigates. `navigatingTo` is set until the new page has loaded. */
export function useDiscardDraft(composer: Composer): {
  navigatingTo: string | undefined;
  leave: (target: string, options?: { scroll?: boolean }) => void;
} {
  const router = useRouter();
  const [navigatingTo, setNavigatingTo] = useState<string>();
  return {
    navigatingTo,
    leave: (target, options) => {
      setNavigatingTo(target);
      composer.discard();
      router.push(target, options);
    },
  };
}
