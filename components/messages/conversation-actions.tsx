"use client";

import { useRouter } from "next/navigation";
import type { RefObject } from "react";
import { Button } from "@/components/ui/button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { toast } from "@/components/ui/toast";
import { failureMessage } from "@/lib/api/client/api-client-error";
import { announce } from "@/lib/dom/announce";
import { Rich } from "@/lib/language/rich";
import { useTranslate } from "@/lib/language/translate";
import { useAcceptRequest, useDeleteConversation } from "@/lib/messages/client/mutations";
import { MESSAGES } from "@/lib/paths";
import { isolated } from "@/lib/text/names";

const ConfirmDialog = lazyComponent(() =>
  import("@/components/ui/confirm-dialog").then((module) => module.ConfirmDialog),
);

/** Asks the receiver of a request to accept or delete it. */
export function RequestBanner({
  conversationId,
  name,
  onDelete,
  field,
}: {
  conversationId: string;
  name: string;
  onDelete: () => void;
  /** Gets the focus of the button that disappears. */
  field: RefObject<HTMLTextAreaElement | null>;
}) {
  const t = useTranslate();
  const accept = useAcceptRequest(conversationId);
  // A promise, because the server's hint can take this banner away before the call is answered.
  const handleAccept = () =>
    accept.mutateAsync().then(
      () => {
        announce(t("Request accepted."));
        field.current?.focus();
      },
      (error: unknown) =>
        toast.error(failureMessage(error, t("The request couldn't be accepted. Please try again."))),
    );
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-line border-t bg-soft px-4 py-3">
      <p className="min-w-0 flex-1 basis-52 text-label">
        <Rich
          text="{name} wants to write to you. They don't see whether you have read this."
          values={{ name: <bdi className="font-semibold">{name}</bdi> }}
        />
      </p>
      <span className="ml-auto flex flex-wrap justify-end gap-3">
        <Button variant="secondary" size="sm" onClick={onDelete}>
          {t("Delete")}
        </Button>
        <Button size="sm" isPending={accept.isPending} onClick={handleAccept}>
          {t("Accept")}
        </Button>
      </span>
    </div>
  );
}

export function DeleteDialog({
  conversationId,
  name,
  onClose,
}: {
  conversationId: string;
  name: string;
  onClose: () => void;
}) {
  const t = useTranslate();
  const router = useRouter();
  const deletion = useDeleteConversation(conversationId);
  const confirm = () =>
    deletion.mutate(undefined, {
      onSuccess: () => {
        toast.success(t("Conversation deleted."));
        router.push(MESSAGES);
      },
    });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      onLoadError={onClose}
      title={t("Delete this conversation?")}
      description={t("It disappears for you, with its messages. {name} still has it.", {
        name: isolated(name),
      })}
      confirmLabel={t("Delete")}
      danger
      // On success the page is left, so the button stays busy until then.
      isPending={deletion.isPending || deletion.isSuccess}
      error={
        deletion.isError
          ? failureMessage(deletion.error, t("The conversation couldn't be deleted. Please try again."))
          : null
      }
      onConfirm={confirm}
    />
  );
}
