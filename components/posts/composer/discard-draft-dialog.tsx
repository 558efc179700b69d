"use client";

import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useTranslate } from "@/lib/language/translate";

type Props = {
  onStay: () => void;
  /** Discards the draft and navigates; the dialog stays open until the page changes. */
  onLeave: () => void;
  /**
   * Navigates, and leaves the draft for later; undefined while a part of it could not be stored.
   */
  onSave?: (() => void) | undefined;
  isPending: boolean;
};

/** Asks before an unfinished post is left: to keep it as a draft, or to discard it. */
export function DiscardDraftDialog({ onStay, onLeave, onSave, isPending }: Props) {
  const t = useTranslate();
  return (
    <ConfirmDialog
      open
      onOpenChange={onStay}
      title={t("Leave this post?")}
      description={onSave ? t("You can go on with it later, or discard it.") : t("Your draft will be lost.")}
      cancelLabel={t("Keep editing")}
      confirmLabel={t("Discard")}
      danger
      isPending={isPending}
      onConfirm={onLeave}
    >
      {onSave && (
        <Button variant="soft" wide disabled={isPending} className="mt-4" onClick={onSave}>
          {t("Save draft")}
        </Button>
      )}
    </ConfirmDialog>
  );
}
