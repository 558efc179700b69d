"use client";

import { useRouter } from "next/navigation";
import { useRef } from "react";
import { PeoplePicker } from "@/components/people-picker/people-picker";
import { Dialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast";
import { messageOf } from "@/lib/api/client/api-client-error";
import { focusNext } from "@/lib/dom/next-field";
import { useTranslate } from "@/lib/language/translate";
import { useWriteTo } from "@/lib/messages/client/mutations";
import { conversationPath } from "@/lib/paths";
import type { UserSummary } from "@/lib/profiles/schema";

/** Chooses a person to write to, and opens the conversation. */
export function NewMessageDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate();
  const router = useRouter();
  const write = useWriteTo();
  const field = useRef<HTMLInputElement>(null);
  const choose = (person: UserSummary) =>
    write.mutate(
      { userId: person._id },
      {
        onSuccess: ({ _id }) => {
          focusNext("message");
          router.push(conversationPath(_id));
          onClose();
        },
        onError: (error) => toast.error(messageOf(error)),
      },
    );
  return (
    <Dialog open onOpenChange={onClose} title={t("New message")} width="sm" initialFocus={field}>
      <PeoplePicker
        field={field}
        onChoose={choose}
        pendingId={write.isPending ? write.variables.userId : undefined}
      />
    </Dialog>
  );
}
