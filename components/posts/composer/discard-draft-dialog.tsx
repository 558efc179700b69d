"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";

type Props = {
  onStay: () => void;
  /** Discards the draft and navigates; the dialog stays open until the page changes. */
  onLeave: () => void;
  isPending: boolean;
};

/** Asks before an unfinished post is discarded. */
export function DiscardDraftDialog({ onStay, onLeave, isPending }: Props) {
  return (
    <ConfirmDialog
      open
      onOpenChange={onStay}
      title="Leave this post?"
      description="Your draft will be lost."
      cancelLabel="Keep editing"
      confirmLabel="Discard"
      danger
      isPending={isPending}
      onConfirm={onLeave}
    />
  );
}
