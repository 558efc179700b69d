"use client";

import { useState } from "react";
import type { Composer } from "@/components/posts/composer/use-composer";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useTranslate } from "@/lib/language/translate";

type Props = {
  composer: Composer;
  onStay: () => void;
  /** Leaves the composer; the dialog stays open until another page is there. */
  onLeave: () => void;
};

/**
 * Asks before an unfinished post is left: to keep it as a draft, unless a part of it could not be
 * stored, or to discard it.
 */
export function DiscardDraftDialog({ composer, onStay, onLeave }: Props) {
  const t = useTranslate();
  const [isLeaving, setIsLeaving] = useState(false);
  const [couldSave, setCouldSave] = useState(false);
  const canSave = isLeaving ? couldSave : !composer.isAtRisk;
  const leave = () => {
    setIsLeaving(true);
    setCouldSave(canSave);
    onLeave();
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={onStay}
      title={t("Leave this post?")}
      description={canSave ? t("You can go on with it later, or discard it.") : t("Your draft will be lost.")}
      cancelLabel={t("Keep editing")}
      confirmLabel={t("Discard")}
      danger
      isPending={isLeaving}
      onConfirm={() => {
        composer.discard();
        leave();
      }}
    >
      {canSave && (
        <Button variant="soft" wide disabled={isLeaving} className="mt-4" onClick={leave}>
          {t("Save draft")}
        </Button>
      )}
    </ConfirmDialog>
  );
}
