"use client";

import { useState } from "react";
import { lazyComponent } from "@/components/ui/lazy-component";
import { useText } from "@/lib/language/text";

const HistoryDialog = lazyComponent(() =>
  import("@/components/posts/comments/history-dialog").then((module) => module.HistoryDialog),
);

/** Beside the time of an edited caption or comment: shows what it said before. */
export function EditedButton({ postId, commentId }: { postId: string; commentId?: string }) {
  const t = useText();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className="touch-target shrink-0 text-ink2 hover:underline"
        onPointerEnter={HistoryDialog.preload}
        onFocus={HistoryDialog.preload}
        onClick={() => setIsOpen(true)}
      >
        {t("edited")}
      </button>
      {isOpen && (
        <HistoryDialog
          postId={postId}
          {...(commentId && { commentId })}
          onClose={close}
          onLoadError={close}
        />
      )}
    </>
  );
}
