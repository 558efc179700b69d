"use client";

import { useRouter } from "next/navigation";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { messageOf } from "@/lib/api/client/api-client-error";
import { useText } from "@/lib/language/text";
import { useWriteTo } from "@/lib/messages/client/mutations";
import { conversationPath } from "@/lib/paths";

/** On a profile: opens the conversation with its person. `disabled` in the preview of one's own. */
export function MessageButton({ userId, disabled = false }: { userId: string; disabled?: boolean }) {
  const t = useText();
  const router = useRouter();
  const write = useWriteTo();
  const open = () =>
    write.mutate(
      { userId },
      {
        onSuccess: ({ _id }) => router.push(conversationPath(_id)),
        onError: (error) => toast.error(messageOf(error)),
      },
    );
  return (
    <Button variant="secondary" disabled={disabled} isPending={write.isPending} onClick={open}>
      {t("Message")}
    </Button>
  );
}
