"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { ComposerForm, ComposerTools } from "@/components/posts/composer/composer";
import { DiscardDraftDialog } from "@/components/posts/composer/discard-draft-dialog";
import { useComposer } from "@/components/posts/composer/use-composer";
import { Dialog } from "@/components/ui/dialog";
import { ThemeToggle } from "@/components/ui/theme";
import { goBack } from "@/lib/dom/back";
import { suspendAutoplay } from "@/lib/dom/use-autoplay";
import { useLeaveGuard } from "@/lib/dom/use-leave-guard";
import { useTranslate } from "@/lib/language/translate";
import { HOME } from "@/lib/paths";

/**
 * The composer over a page. Closing it asks if there is a draft. Without `onClose` it is a page of
 * its own, over the feed, and closing it goes back or to the feed.
 */
export function CreatePostModal({ onClose }: { onClose?: () => void }) {
  const t = useTranslate();
  const router = useRouter();
  const close = onClose ?? (() => goBack() || router.replace(HOME, { scroll: false }));
  const composer = useComposer({ onPost: onClose });
  const [isAsking, setIsAsking] = useState(false);
  useLeaveGuard(composer.isUnfinished, { atRisk: composer.isAtRisk });
  useEffect(() => suspendAutoplay(), []);

  const canClose = () => {
    if (composer.isUnfinished) setIsAsking(true);
    return !composer.isUnfinished;
  };
  return (
    <>
      <Dialog
        open
        isPage={!onClose}
        onOpenChange={(open) => !open && close()}
        canClose={canClose}
        title={t("Create Post")}
        initialFocus={composer.text.field}
        tools={<ThemeToggle />}
        footer={<ComposerTools composer={composer} hasDropArea />}
      >
        <ComposerForm composer={composer} layout="open" />
      </Dialog>
      {isAsking && (
        <DiscardDraftDialog composer={composer} onStay={() => setIsAsking(false)} onLeave={close} />
      )}
    </>
  );
}
