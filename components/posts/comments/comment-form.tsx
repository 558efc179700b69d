"use client";

import { X } from "lucide-react";
import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from "react";
import { Mentions } from "@/components/mentions/mentions";
import { usePostFeedback } from "@/components/posts/post-card/post-feedback";
import { Avatar } from "@/components/ui/avatar";
import { IconButton } from "@/components/ui/icon-button";
import { SendField } from "@/components/ui/send-field";
import { apiError } from "@/lib/api/client/api-client-error";
import { type NewComment, newComment, useAddComment } from "@/lib/comments/client/mutations";
import { COMMENT_MAX, COMMENTS_CLOSED, LOG_IN_TO_COMMENT } from "@/lib/comments/policy";
import type { Comment } from "@/lib/comments/schema";
import { useCounted } from "@/lib/dom/field-hooks";
import { releaseTyping } from "@/lib/dom/use-shortcuts";
import { Rich } from "@/lib/language/rich";
import { useTranslate } from "@/lib/language/translate";
import type { Post } from "@/lib/posts/schema";
import { useMe } from "@/lib/profiles/client/queries";
import { readDraft, useDraft } from "@/lib/store/drafts";
import { CANNOT_WRITE_SUSPENDED } from "@/lib/text/errors";
import { commentAuthorName } from "@/lib/text/names";

/** The counter shows when fewer than 100 characters are left. */
const COUNTER_FROM = COMMENT_MAX - 99;

/** Leaves the field for its post. In a dialog, Escape closes that. */
function leaveField(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const item = event.currentTarget.closest<HTMLElement>("article, [role=dialog]");
  if (!item?.matches("article")) return;
  event.stopPropagation();
  item.focus({ preventScroll: true });
}

type Props = {
  post: Pick<Post, "_id" | "canComment">;
  focusRequests?: number;
  /** The comment that is answered; undefined for a comment of its own. */
  answered: Comment | undefined;
  onAnswer: (answered: Comment | undefined) => void;
};

/** A reply to a reply begins with whom it answers. */
function beginning({ replyTo, userId }: Comment): string {
  return replyTo && userId?.username ? `@${userId.username} ` : "";
}

/**
 * The comment form: Enter sends, Shift+Enter breaks the line, Escape leaves the field. A
 * half-written comment survives closing the panel. It takes the focus whenever `focusRequests`
 * grows, and when another comment is answered.
 */
export function CommentForm({ post, focusRequests = 0, answered: comment, onAnswer }: Props) {
  const postId = post._id;
  const t = useTranslate();
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
  const answerTo = useEffectEvent(() => {
    if (!comment) return;
    const start = beginning(comment);
    const written = readDraft(draftKey);
    if (!written.startsWith(start)) setText(start + written);
    field.current?.focus();
  });
  useEffect(() => {
    if (comment) answerTo();
  }, [comment]);
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
    const isRetry =
      unsent.current?.comment.content === content.trim() && unsent.current.answeredId === comment?._id;
    const to = comment && { _id: comment._id, threadId: comment.replyTo ?? comment._id };
    const written = (isRetry && unsent.current) || newComment(content, author, to);
    unsent.current = undefined;
    onAnswer(undefined);
    add.mutateAsync(written).catch((error: unknown) => {
      unsent.current = written;
      onAnswer(comment);
      // The text returns to the field, before anything typed since.
      setText([content, readDraft(draftKey)].filter(Boolean).join("\n"));
      const isSignedOut = apiError(error)?.is("signed_out");
      setFailure({ message: isSignedOut ? t(LOG_IN_TO_COMMENT) : feedback.commentErrorMessage(error) });
    });
  };
  if (me?.suspension) {
    return <p className="py-2 text-center text-ink2 text-label">{CANNOT_WRITE_SUSPENDED}</p>;
  }
  if (!post.canComment) {
    return <p className="py-2 text-center text-ink2 text-label">{t(COMMENTS_CLOSED)}</p>;
  }
  return (
    <>
      {/* Above the field: below it a phone's keyboard would cover it. */}
      {comment && <Answering comment={comment} onCancel={() => onAnswer(undefined)} />}
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
        start={
          me && (
            <Avatar
              id={me._id}
              name={me.name}
              src={me.avatar}
              size="sm"
              className="@max-[12rem]:hidden mb-1"
            />
          )
        }
      >
        <Mentions field={field} text={text} postId={postId} />
      </SendField>
    </>
  );
}

/** Whom the comment answers. */
function Answering({ comment: { userId }, onCancel }: { comment: Comment; onCancel: () => void }) {
  const t = useTranslate();
  return (
    <div className="flex items-center gap-1 pl-12 text-ink2 text-sm">
      <p role="status" className="min-w-0 truncate">
        <Rich
          text="Replying to {name}"
          values={{ name: <bdi className="font-semibold">{commentAuthorName(userId?.name ?? "")}</bdi> }}
        />
      </p>
      <IconButton label={t("Cancel reply")} className="-my-2" onClick={onCancel}>
        <X />
      </IconButton>
    </div>
  );
}
