"use client";

import type { FormEvent } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Form } from "@/components/ui/field";
import { Answers } from "@/components/ui/sheet";
import { CharCounter, TextareaField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";
import { messageOf } from "@/lib/api/client/api-client-error";
import { useTranslate } from "@/lib/language/translate";
import { useAppeal } from "@/lib/moderation/client/own-decisions";
import { APPEAL_MAX } from "@/lib/moderation/policy";
import { useDraft } from "@/lib/store/drafts";
import { countCharacters, isVisible } from "@/lib/text/text";

/** Asks for a second look at a decision, in the person's own words. It works once. */
export function AppealDialog({ decisionId, onClose }: { decisionId: string; onClose: () => void }) {
  const t = useTranslate();
  // What is half-written survives closing the dialog.
  const [text, setText] = useDraft(`appeal ${decisionId}`);
  const appeal = useAppeal(decisionId);
  const count = countCharacters(text.trim());
  const canSend = isVisible(text) && count <= APPEAL_MAX;
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!canSend || appeal.isPending) return;
    appeal.mutate(text, {
      onSuccess: () => {
        setText("");
        toast.success(t("Your appeal was sent."));
        onClose();
      },
    });
  };
  return (
    <Dialog open onOpenChange={onClose} title={t("Appeal")} width="sm" canClose={() => !appeal.isPending}>
      <Form onSubmit={handleSubmit}>
        <p>{t("A moderator who didn't make this decision will review it. You can appeal once.")}</p>
        <TextareaField
          label={t("Why is the decision wrong?")}
          name="text"
          required
          rows={5}
          value={text}
          hint={<CharCounter count={count} max={APPEAL_MAX} />}
          onChange={(event) => setText(event.target.value)}
        />
        {appeal.isError && <Alert key={appeal.submittedAt}>{messageOf(appeal.error)}</Alert>}
        <Answers>
          <Button variant="secondary" disabled={appeal.isPending} onClick={onClose}>
            {t("Cancel")}
          </Button>
          <Button type="submit" disabled={!canSend} isPending={appeal.isPending}>
            {t("Send appeal")}
          </Button>
        </Answers>
      </Form>
    </Dialog>
  );
}
