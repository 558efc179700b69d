"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";

type Props = {
  onStay: () => void;
  /** Discards the draft and navigates; the dialog stays open until the page changes. */
  onLeave: () => void;
  isLeaving: boolean;
};

/** Asks before an unfinished post is discarded. */
export function DiscardDraftDialog({ onStay, onLeave, isLeaving }: Props) {
  return (
    <ConfirmDialog
      open
      onOpenChange={onStay}
      title="Leave this post?"
      description="What you have added to it will be lost."
      cancelLabel="Keep editing"
      confirmLabel="Discard"
      danger
      pending={isLeaving}
      onConfirm={onLeave}
    />
  );
}
