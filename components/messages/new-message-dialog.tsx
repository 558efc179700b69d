"use client";

import { useRouter } from "next/navigation";
import { useRef } from "react";
import { PersonPicker } from "@/components/messages/person-picker";
import { Dialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast";
import { messageOf } from "@/lib/api/client/api-client-error";
import { newClientId, useWriteTo } from "@/lib/messages/client/mutations";
import { conversationPath } from "@/lib/paths";
import type { UserSummary } from "@/lib/profiles/schema";
import { isolated } from "@/lib/text/names";

/** Chooses a person to write to, and opens the conversation. */
export function NewMessageDialog({ onClose }: { onClose: () => void }) {
  const router = useRouter();
  const write = useWriteTo();
  const field = useRef<HTMLInputElement>(null);
  const choose = (person: UserSummary) =>
    write.mutate(
      { userId: person._id },
      {
        onSuccess: ({ _id }) => {
          router.push(conversationPath(_id));
          onClose();
        },
        onError: (error) => toast.error(messageOf(error)),
      },
    );
  return (
    <Dialog open onOpenChange={onClose} title="New message" width="sm" initialFocus={field}>
      <PersonPicker field={field} onChoose={choose} chosenId={chosenIn(write)} />
    </Dialog>
  );
}

/** Chooses a person to send a post to. */
export function SendPostDialog({
  postId,
  onSent,
  onClose,
}: {
  postId: string;
  onSent: () => void;
  onClose: () => void;
}) {
  const router = useRouter();
  const write = useWriteTo();
  const field = useRef<HTMLInputElement>(null);
  // One message for each person, also when a try whose answer was lost is repeated.
  const clientIds = useRef(new Map<string, string>());
  const choose = (person: UserSummary) => {
    const clientId = clientIds.current.get(person._id) ?? newClientId();
    clientIds.current.set(person._id, clientId);
    // The promise, because what comes of it is said also when the dialog is closed meanwhile.
    write.mutateAsync({ userId: person._id, postId, clientId }).then(
      ({ _id }) => {
        onSent();
        toast.success(`Sent to ${isolated(person.name)}.`, {
          action: { label: "View", onClick: () => router.push(conversationPath(_id)) },
        });
        onClose();
      },
      (error: unknown) => toast.error(messageOf(error)),
    );
  };
  return (
    <Dialog open onOpenChange={onClose} title="Send in a message" width="sm" initialFocus={field}>
      <PersonPicker field={field} onChoose={choose} chosenId={chosenIn(write)} />
    </Dialog>
  );
}

/** Who was chosen, until that is done. */
const chosenIn = ({ isPending, variables }: ReturnType<typeof useWriteTo>) =>
  isPending ? variables?.userId : undefined;
