"use client";

import type { RefObject } from "react";
import { Mentions } from "@/components/mentions/mentions";
import { SendField } from "@/components/ui/send-field";
import { messageOf } from "@/lib/api/client/api-client-error";
import { useCounted } from "@/lib/dom/field-hooks";
import { useTranslate } from "@/lib/language/translate";
import { newOutgoing, useSendMessage } from "@/lib/messages/client/mutations";
import { MESSAGE_MAX } from "@/lib/messages/policy";
import type { Conversation } from "@/lib/messages/schema";
import { useMe } from "@/lib/profiles/client/queries";
import { readDraft, useDraft } from "@/lib/store/drafts";
import { CANNOT_WRITE_SUSPENDED } from "@/lib/text/errors";
import { isolated } from "@/lib/text/names";

/** The counter shows from this many characters on. */
const COUNTER_FROM = MESSAGE_MAX - 200;

/** Where the draft of a conversation's next message is stored. */
export const messageDraftKey = (meId: string | undefined, conversationId: string) =>
  `message ${meId ?? ""} ${conversationId}`;

/** The field for a message. What is half-written stays. */
export function MessageComposer({
  ref,
  conversation,
}: {
  ref: RefObject<HTMLTextAreaElement | null>;
  conversation: Conversation;
}) {
  const t = useTranslate();
  const { _id, canWrite, cannotWrite, messagesLeft } = conversation;
  const me = useMe();
  const draftKey = messageDraftKey(me?._id, _id);
  const [text, setText] = useDraft(draftKey);
  const [failure, setFailure] = useCounted<{ message: string }>();
  const { mutateAsync: sendMessage } = useSendMessage(_id);

  const send = (content: string) => {
    setText("");
    setFailure(undefined);
    sendMessage(newOutgoing(_id, content)).catch((error: unknown) => {
      // Where nothing can be stored, the text returns to the field, before anything typed
      // in between.
      setText([content, readDraft(draftKey)].filter(Boolean).join("\n"));
      setFailure({ message: messageOf(error) });
    });
  };
  if (me?.suspension || !canWrite) {
    return (
      <p role="status" className="shrink-0 border-line border-t px-4 py-4 text-center text-ink2 text-label">
        {me?.suspension ? t(CANNOT_WRITE_SUSPENDED) : cannotWrite && t(cannotWrite)}
      </p>
    );
  }
  return (
    <SendField
      ref={ref}
      label={t("Write a message")}
      sendLabel={t("Send message")}
      text={text}
      onChange={setText}
      onSend={send}
      breaksLineOnTouch
      max={MESSAGE_MAX}
      counterFrom={COUNTER_FROM}
      failure={failure}
      className="shrink-0 border-line border-t px-3 pt-2.5 pb-[calc(0.625rem+env(safe-area-inset-bottom))] md:pb-2.5"
    >
      <Mentions field={ref} text={text} />
      {messagesLeft !== null && (
        <p className="text-balance px-1 text-ink2 text-sm">
          {t(
            "You can send {messagesLeft, plural, one {# more message} other {# more messages}} until {name} accepts.",
            { messagesLeft, name: isolated(conversation.with?.name ?? "") },
          )}
        </p>
      )}
    </SendField>
  );
}
