"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";

type Props = {
  onStay: () => void;
  /** Discards the post and navigates; the question stands until its owner is gone. */
  onLeave: () => void;
  isLeaving: boolean;
};

/** Asked before a post that was begun is left. */
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
