"use client";

import { useRouter } from "next/navigation";
import { outcomeLabel, subjectTitle } from "@/components/moderation/labels";
import { toast, undoToast } from "@/components/ui/toast";
import { messageOf } from "@/lib/api/client/api-client-error";
import { useTranslate } from "@/lib/language/translate";
import { useUndoDecision } from "@/lib/moderation/client/mutations";
import type { CaseDetail } from "@/lib/moderation/schema";
import { casePath, MODERATION } from "@/lib/paths";

/** What the person reads when a moderator takes a decision back at once. */
const MISTAKE = "This was decided by mistake. Moderators look at it again.";

/**
 * What follows a decision: the next case opens by itself, and a toast offers to undo it, which
 * goes back to the case, open again.
 */
export function useAfterDecision(next: string | undefined): (decided: CaseDetail) => void {
  const t = useTranslate();
  const router = useRouter();
  // Not with `mutate`'s callbacks: they are dropped when the case leaves the screen.
  const { mutateAsync: undo } = useUndoDecision();
  return (decided) => {
    const [decision] = decided.decisions;
    router.push(next ?? MODERATION);
    if (!decision) return;
    const undoDecision = () => {
      undo({ decisionId: decision._id, reason: MISTAKE, reopens: true }).then(
        () => {
          toast.success(t("The decision was undone."));
          router.push(casePath(decided._id));
        },
        (error: unknown) =>
          void toast.error(t("The decision was not undone. {error}", { error: messageOf(error) })),
      );
    };
    // Not at the bottom, where the next case is decided.
    undoToast(`${outcomeLabel(decision, t)}: ${subjectTitle(decided, t)}`, undoDecision, {
      position: "top-center",
    });
  };
}
