"use client";

import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from "react";
import { usePostFeedback } from "@/components/posts/post-card/post-feedback";
import { Avatar } from "@/components/ui/avatar";
import { SendField } from "@/components/ui/send-field";
import { apiError } from "@/lib/api/client/api-client-error";
import { type NewComment, newComment, useAddComment } from "@/lib/comments/client/mutations";
import { COMMENT_MAX, LOG_IN_TO_COMMENT } from "@/lib/comments/policy";
import { useCounted } from "@/lib/dom/field-hooks";
import { releaseTyping } from "@/lib/dom/use-shortcuts";
import { useText } from "@/lib/language/text";
import { useMe } from "@/lib/profiles/client/queries";
import { readDraft, useDraft } from "@/lib/store/drafts";
import { CANNOT_WRITE_SUSPENDED } from "@/lib/text/errors";

/** The counter shows when fewer than 100 characters are left. */
const COUNTER_FROM = COMMENT_MAX - 99;

/** Leaves the field for its post. In a dialog, Escape closes that. */
function leaveField(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const item = event.currentTarget.closest<HTMLElement>("article, [role=dialog]");
  if (!item?.matches("article")) return;
  event.stopPropagation();
  item.focus({ preventScroll: true });
}

/**
 * The comment form: Enter sends, Shift+Enter breaks the line, Escape leaves the field. A
 * half-written comment survives closing the panel. It takes the focus whenever `focusRequests`
 * grows.
 */
export function CommentForm({ postId, focusRequests = 0 }: { postId: string; focusRequests?: number }) {
  const t = useText();
  const field = useRef<HTMLTextAreaElement>(null);
  const me = useMe();
  const feedback = usePostFeedback();
  const draftKey = `comment ${me?._id ?? ""} ${postId}`;
  const [text, setText] = useDraft(draftKey);
  const takeFocus = useEffectEvent(() => {
    field.current?.focus();
    const typed = releaseTyping();
    if (typed !== "") setText(readDraft(draftKey) + typed);
  });
  const answered = useRef(0);
  useEffect(() => {
    // Effects run again when a feed that was hidden is shown: a request is answered once.
    if (focusRequests <= answered.current) return;
    answered.current = focusRequests;
    takeFocus();
  }, [focusRequests]);
  const [failure, setFailure] = useCounted<{ message: string }>();
  const add = useAddComment(postId, feedback.commentPath);
  const unsent = useRef<NewComment>(undefined);

  const send = (content: string) => {
    if (!me) return setFailure({ message: t(LOG_IN_TO_COMMENT) });
    const { _id, name, username, avatar, affiliation } = me;
    const author = { _id, name, username, avatar, affiliation };
    setText("");
    setFailure(undefined);
    // The server may have it all the same: the same text sent again is the same comment.
    const isRetry = unsent.current?.comment.content === content.trim();
    const comment = (isRetry && unsent.current) || newComment(content, author);
    unsent.current = undefined;
    add.mutateAsync(comment).catch((error: unknown) => {
      unsent.current = comment;
      // The text returns to the field, before anything typed meanwhile.
      setText([content, readDraft(draftKey)].filter(Boolean).join("\n"));
      const isSignedOut = apiError(error)?.is("signed_out");
      setFailure({ message: isSignedOut ? t(LOG_IN_TO_COMMENT) : feedback.commentErrorMessage(error) });
    });
  };
  if (me?.suspension) {
    return <p className="py-2 text-center text-ink2 text-label">{CANNOT_WRITE_SUSPENDED}</p>;
  }
  return (
    <SendField
      ref={field}
      label={t("Write a comment")}
      sendLabel={t("Send comment")}
      text={text}
      onChange={setText}
      onSend={send}
      onEscape={leaveField}
      max={COMMENT_MAX}
      counterFrom={COUNTER_FROM}
      failure={failure}
      start={me && <Avatar id={me._id} name={me.name} src={me.avatar} size="sm" className="mb-1" />}
    />
  );
}
