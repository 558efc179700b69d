"use client";

import { DialogButton, lazyComponent } from "@/components/ui/lazy-component";
import { useText } from "@/lib/language/text";

const HistoryDialog = lazyComponent(() =>
  import("@/components/posts/comments/history-dialog").then((module) => module.HistoryDialog),
);

type Props = { postId: string; commentId?: string };

/** Beside the time of an edited caption or comment: shows what it said before. */
export function EditedButton(edited: Props) {
  const t = useText();
  return (
    <DialogButton
      className="touch-target shrink-0 text-ink2 hover:underline"
      preload={HistoryDialog.preload}
      dialog={(closing) => <HistoryDialog {...edited} {...closing} />}
    >
      {t("edited")}
    </DialogButton>
  );
}
