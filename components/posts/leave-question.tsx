"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";

/** Asked before a post that was begun is left. */
export function LeaveQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <ConfirmDialog
      open
      onOpenChange={onStay}
      title="Leave this post?"
      description="What you have added to it will be lost."
      cancelLabel="Keep editing"
      confirmLabel="Discard"
      danger
      onConfirm={onLeave}
    />
  );
}
