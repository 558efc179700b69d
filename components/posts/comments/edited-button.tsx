"use client";

import { cx } from "@/components/ui/cx";
import { DialogButton, lazyComponent } from "@/components/ui/lazy-component";
import { useTranslate } from "@/lib/language/translate";

const HistoryDialog = lazyComponent(() =>
  import("@/components/posts/comments/history-dialog").then((module) => module.HistoryDialog),
);

type Props = { postId: string; commentId?: string; isOwn: boolean; className: string };

/**
 * Next to the time of an edited caption or comment: shows what it said before. `className` gives it
 * the height of a target (WCAG 2.5.8) where no other target lies.
 */
export function EditedButton({ className, ...edited }: Props) {
  const t = useTranslate();
  return (
    <DialogButton
      className={cx("touch-target shrink-0 text-ink2 hover:underline", className)}
      preload={HistoryDialog.preload}
      dialog={(closing) => <HistoryDialog {...edited} {...closing} />}
    >
      {t("edited")}
    </DialogButton>
  );
}
