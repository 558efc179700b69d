"use client";

import { SendHorizontal } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef } from "react";
import { usePostFeedback } from "@/components/posts/post-card/post-feedback";
import { Alert } from "@/components/ui/alert";
import { Avatar } from "@/components/ui/avatar";
import { IconButton } from "@/components/ui/icon-button";
import { CharCounter } from "@/components/ui/text-field";
import { apiError } from "@/lib/api/client/api-client-error";
import { newComment, useAddComment } from "@/lib/comments/client/mutations";
import { COMMENT_MAX, LOG_IN_TO_COMMENT } from "@/lib/comments/policy";
import { useCounted } from "@/lib/dom/field-hooks";
import { useMe } from "@/lib/profiles/client/queries";
import { readDraft, useDraft } from "@/lib/store/drafts";
import { countCharacters, isVisible } from "@/lib/text/text";

/** The counter shows when fewer than 100 characters are left. */
const COUNTER_FROM = COMMENT_MAX - 99;

/** Leaves the field for its post. In a dialog, Escape closes that. */
function leaveField(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const item = event.currentTarget.closest<HTMLElement>("article, [role=dialog]");
  if (event.nativeEvent.isComposing || !item?.matches("article")) return;
  event.stopPropagation();
  item.focus({ preventScroll: true });
}

/**
 * The comment form: Enter sends, Shift+Enter breaks the line, Escape leaves the field. A
 * half-written comment survives closing the panel. It takes the focus whenever `focusRequests`
 * grows.
 */
export function CommentForm({ postId, focusRequests = 0 }: { postId: string; focusRequests?: number }) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (focusRequests > 0) field.current?.focus();
  }, [focusRequests]);
  const me = useMe();
  const feedback = usePostFeedback();
  const draftKey = `comment ${me?._id ?? ""} ${postId}`;
  const [text, setText] = useDraft(draftKey);
  const [failure, setFailure] = useCounted<{ message: string }>();
  const add = useAddComment(postId, feedback.commentPath);
  const counterId = useId();
  const count = countCharacters(text.trim());
  const isTooLong = count > COMMENT_MAX;
  const canSend = isVisible(text) && !isTooLong;

  const send = () => {
    if (!canSend) return;
    if (!me) return setFailure({ message: LOG_IN_TO_COMMENT });
    const author = { _id: me._id, name: me.name, username: me.username, avatar: me.avatar };
    const content = text;
    setText("");
    setFailure(undefined);
    add.mutateAsync(newComment(content, author)).catch((error: unknown) => {
      // The text returns to the field, before anything typed meanwhile.
      setText([content, readDraft(draftKey)].filter(Boolean).join("\n"));
      const isSignedOut = apiError(error)?.is("signed_out");
      setFailure({ message: isSignedOut ? LOG_IN_TO_COMMENT : feedback.commentErrorMessage(error) });
    });
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === "Escape") return leaveField(event);
    // During IME composition (Hindi, Chinese), Enter confirms the characters.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form onSubmit={handleSubmit} className="flex flex-col gap-2">
      <div className="flex items-end gap-2.5">
        {me && <Avatar id={me._id} name={me.name} src={me.avatar} size="sm" className="mb-1" />}
        <textarea
          ref={field}
          aria-label="Write a comment"
          placeholder="Write a comment…"
          rows={1}
          value={text}
          aria-invalid={isTooLong || undefined}
          aria-describedby={counterId}
          enterKeyHint="send"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={handleKeyDown}
          className="text-field field-sizing-content max-h-32 min-h-11 min-w-0 flex-1 resize-none rounded-[1.375rem] bg-sunken px-4 py-2.5"
        />
        <IconButton type="submit" label="Send comment" tone="brand" disabled={!canSend}>
          <SendHorizontal />
        </IconButton>
      </div>
      <CharCounter id={counterId} count={count} max={COMMENT_MAX} from={COUNTER_FROM} />
      {failure && <Alert key={failure.count}>{failure.message}</Alert>}
    </form>
  );
}
