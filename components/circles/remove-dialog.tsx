"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { toast } from "@/components/ui/toast";
import { failureMessage } from "@/lib/api/client/api-client-error";
import { useRemoveFromCircle } from "@/lib/circles/client/mutations";
import { useTranslate } from "@/lib/language/translate";
import { isolated } from "@/lib/text/names";

type Props = { person: { _id: string; name: string }; onClose: () => void };

/** Asks before someone is taken out of the viewer's circle. */
export function RemoveDialog({ person, onClose }: Props) {
  const t = useTranslate();
  const removal = useRemoveFromCircle();
  const remove = () =>
    removal.mutate(person._id, {
      onSuccess: () => {
        toast.success(t("{name} is no longer in your circle.", { name: isolated(person.name) }));
        onClose();
      },
    });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t("Remove {name} from your circle?", { name: isolated(person.name) })}
      description={t("They won't be notified, and they can join again unless you block them.")}
      confirmLabel={t("Remove")}
      danger
      isPending={removal.isPending}
      error={
        removal.isError
          ? failureMessage(removal.error, t("They couldn't be removed. Please try again."))
          : null
      }
      onConfirm={remove}
    />
  );
}
