"use client";

import { useRef, useState } from "react";
import { toast, undoToast } from "@/components/ui/toast";
import { messageOf } from "@/lib/api/client/api-client-error";
import { useTranslate } from "@/lib/language/translate";
import { newClientId, useDeleteMessage, useSendPost } from "@/lib/messages/client/mutations";
import type { Message } from "@/lib/messages/schema";
import type { UserSummary } from "@/lib/profiles/schema";
import { isolated } from "@/lib/text/names";

/**
 * Sends a post to several people, and says to whom, with a way back. What comes of it is said also
 * when the screen it was sent from is gone by then.
 */
export function useSending(postId: string) {
  const t = useTranslate();
  const { mutateAsync: sendPost } = useSendPost();
  const { mutateAsync: deleteMessage } = useDeleteMessage();
  const [isPending, setIsPending] = useState(false);
  // One message for each person, also when a try whose answer was lost is repeated.
  const clientIds = useRef(new Map<string, string>());

  const takeBack = async (messages: Message[]) => {
    const results = await Promise.allSettled(messages.map((message) => deleteMessage(message)));
    const failure = results.find(({ status }) => status === "rejected");
    if (failure?.status === "rejected") toast.error(messageOf(failure.reason));
    else toast.message(t("It was taken back."));
  };
  /** Resolves to those it could not be sent to. */
  const send = async (people: readonly UserSummary[], note: string): Promise<UserSummary[]> => {
    setIsPending(true);
    const sendTo = ({ _id }: UserSummary) => {
      const clientId = clientIds.current.get(_id) ?? newClientId();
      clientIds.current.set(_id, clientId);
      return sendPost({ userId: _id, postId, clientId, ...(note === "" ? {} : { text: note }) });
    };
    const results = await Promise.allSettled(people.map(sendTo));
    setIsPending(false);
    const sent = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    const reached = people.filter((_, index) => results[index]?.status === "fulfilled");
    const [only] = reached;
    if (only) {
      const whom = reached.length === 1 ? isolated(only.name) : String(reached.length);
      undoToast(t("Sent to {whom}.", { whom }), () => void takeBack(sent));
    }
    return people.filter((person, index) => {
      const result = results[index];
      if (result?.status !== "rejected") return false;
      toast.error(`${isolated(person.name)}: ${messageOf(result.reason)}`);
      return true;
    });
  };
  return { send, isPending };
}
