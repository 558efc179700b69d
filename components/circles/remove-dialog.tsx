"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { failureMessage } from "@/lib/api/client/api-client-error";
import { useRemoveFromCircle } from "@/lib/circles/client/mutations";
import { isolated } from "@/lib/text/names";

type Props = { person: { _id: string; name: string }; onClose: () => void };

/** Asks before someone is taken out of the viewer's circle. */
export function RemoveDialog({ person, onClose }: Props) {
  const removal = useRemoveFromCircle();
  const remove = () =>
    removal.mutate(person._id, {
      onSuccess: () => {
        toast.success(`${isolated(person.name)} is no longer in your circle.`);
        onClose();
      },
    });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Remove ${isolated(person.name)} from your circle?`}
      description="They won't be notified, and they can join again unless you block them."
      confirmLabel="Remove"
      danger
      isPending={removal.isPending}
      error={
        removal.isError ? failureMessage(removal.error, "They couldn't be removed. Please try again.") : null
      }
      onConfirm={remove}
    />
  );
}
