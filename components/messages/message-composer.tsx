"use client";

import { SendHorizontal } from "lucide-react";
import { type FormEvent, type KeyboardEvent, type Ref, useId } from "react";
import { Alert } from "@/components/ui/alert";
import { IconButton } from "@/components/ui/icon-button";
import { CharCounter } from "@/components/ui/text-field";
import { messageOf } from "@/lib/api/client/api-client-error";
import { useCounted } from "@/lib/dom/field-hooks";
import { newOutgoing, useSendMessage } from "@/lib/messages/client/mutations";
import { MESSAGE_MAX } from "@/lib/messages/policy";
import type { Conversation } from "@/lib/messages/schema";
import { useMe } from "@/lib/profiles/client/queries";
import { readDraft, useDraft } from "@/lib/store/drafts";
import { countOf } from "@/lib/text/counts";
import { countCharacters, isVisible } from "@/lib/text/text";

/** The counter shows from this many characters on. */
const COUNTER_FROM = MESSAGE_MAX - 200;

/**
 * The field for a message. Enter sends and Shift+Enter breaks the line; on touch screens, whose
 * keyboards have no Shift+Enter, Enter breaks the line. What is half-written stays.
 */
export function MessageComposer({
  ref,
  conversation,
}: {
  ref: Ref<HTMLTextAreaElement>;
  conversation: Conversation;
}) {
  const { _id, canWrite, cannotWrite, messagesLeft } = conversation;
  const me = useMe();
  const draftKey = `message ${me?._id ?? ""} ${_id}`;
  const [text, setText] = useDraft(draftKey);
  const [failure, setFailure] = useCounted<{ message: string }>();
  const { mutateAsync: sendMessage } = useSendMessage(_id);
  const counterId = useId();
  const count = countCharacters(text.trim());
  const isTooLong = count > MESSAGE_MAX;
  const canSend = isVisible(text) && !isTooLong;

  const send = () => {
    if (!canSend) return;
    const content = text;
    setText("");
    setFailure(undefined);
    sendMessage(newOutgoing(_id, content)).catch((error: unknown) => {
      // Where nothing can be stored, the text returns to the field, before anything typed meanwhile.
      setText([content, readDraft(draftKey)].filter(Boolean).join("\n"));
      setFailure({ message: messageOf(error) });
    });
  };
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    send();
    // The button is off now, and the next message is likely.
    event.currentTarget.querySelector("textarea")?.focus();
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // During IME composition (Hindi, Chinese), Enter confirms the characters.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    if (window.matchMedia("(pointer: coarse)").matches) return;
    event.preventDefault();
    send();
  };
  if (!canWrite) {
    return (
      <p role="status" className="shrink-0 border-line border-t px-4 py-4 text-center text-ink2 text-label">
        {cannotWrite}
      </p>
    );
  }
  return (
    <form
      onSubmit={handleSubmit}
      className="flex shrink-0 flex-col gap-2 border-line border-t px-3 pt-2.5 pb-[calc(0.625rem+env(safe-area-inset-bottom))] md:pb-2.5"
    >
      <div className="flex items-end gap-1.5">
        <textarea
          ref={ref}
          aria-label="Write a message"
          placeholder="Write a message…"
          rows={1}
          value={text}
          aria-invalid={isTooLong || undefined}
          aria-describedby={counterId}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={handleKeyDown}
          className="text-field field-sizing-content max-h-40 min-h-11 min-w-0 flex-1 resize-none rounded-[1.375rem] bg-sunken px-4 py-2.5"
        />
        <IconButton type="submit" label="Send message" tone="brand" disabled={!canSend}>
          <SendHorizontal />
        </IconButton>
      </div>
      {messagesLeft !== null && (
        <p className="text-balance px-1 text-ink2 text-sm">
          You can send {countOf(messagesLeft, "more message")} until {conversation.with?.name} accepts.
        </p>
      )}
      <CharCounter id={counterId} count={count} max={MESSAGE_MAX} from={COUNTER_FROM} />
      {failure && <Alert key={failure.count}>{failure.message}</Alert>}
    </form>
  );
}
