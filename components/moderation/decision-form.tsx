"use client";

import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { DecisionFields, useDecisionDraft } from "@/components/moderation/decision-fields";
import { choicesFor, worstFirst } from "@/components/moderation/labels";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { cx } from "@/components/ui/cx";
import { Form } from "@/components/ui/field";
import { apiError, messageOf } from "@/lib/api/client/api-client-error";
import { isComposing } from "@/lib/dom/composition";
import { once, useShortcuts } from "@/lib/dom/use-shortcuts";
import { useTranslate } from "@/lib/language/translate";
import { useDecide } from "@/lib/moderation/client/mutations";
import { YOU_ARE_INVOLVED } from "@/lib/moderation/policy";
import type { CaseDetail } from "@/lib/moderation/schema";
import { isolated } from "@/lib/text/names";

type Props = {
  item: CaseDetail;
  onDecided: (decided: CaseDetail) => void;
  /** Another moderator has decided it; `message` says so. */
  onConflict: (message: string) => void;
};

/**
 * Decides a case: an outcome, the reason that the person reads, and for how long. `1` to `5`
 * choose, `r` focuses the reason, Ctrl+Enter decides.
 */
export function DecisionForm({ item, onDecided, onConflict }: Props) {
  const t = useTranslate();
  const { person } = item;
  const draft = useDecisionDraft(item.subject);
  const [isConfirming, setIsConfirming] = useState(false);
  const decide = useDecide(item._id);
  const field = useRef<HTMLTextAreaElement>(null);
  const choices = choicesFor(item, t);
  const { body } = draft;
  const ban = body?.outcome === "banned" ? choices.find(({ outcome }) => outcome === "banned") : undefined;

  const send = () => {
    if (!body || decide.isPending) return;
    decide.mutate(body, {
      onSuccess: (answer) => onDecided(answer.case),
      onError: (error) => {
        setIsConfirming(false);
        if (apiError(error)?.is("conflict")) onConflict(messageOf(error));
      },
    });
  };
  const submit = () => {
    if (ban) setIsConfirming(true);
    else send();
  };
  useDecisionKeys({
    choose: (index) => {
      const outcome = choices[index]?.outcome;
      if (outcome) draft.setOutcome(outcome);
    },
    focusReason: () => field.current?.focus(),
    submit,
  });
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // Where the choices were at the edge of the screen, they are now at the end of the case.
    if (draft.needsReason) form.current?.scrollIntoView({ block: "nearest" });
  }, [draft.needsReason]);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <Form
      ref={form}
      onSubmit={handleSubmit}
      // From 1200px in two columns: what it takes leaves the evidence in sight.
      className="gap-3 rail:grid rail:grid-flow-row-dense rail:grid-cols-[minmax(0,1fr)_9rem] rail:items-end rail:gap-y-2"
    >
      {item.isLastResort && (
        <div className="rail:col-span-2">
          <Alert tone="info">
            {t(YOU_ARE_INVOLVED)} {t("No other moderator can decide it, so you may. This is logged.")}
          </Alert>
        </div>
      )}
      <DecisionFields
        draft={draft}
        choices={choices}
        reported={worstFirst(item.reasons).map(({ reason }) => reason)}
        field={field}
        hasKeys
      />
      {/* Always in sight: Chrome leaves the padding of a card that scrolls free of what is sticky. */}
      <div
        className={cx(
          "sticky bottom-[calc(4.75rem+env(safe-area-inset-bottom))] -mb-2.5 flex bg-surface pb-2.5 md:bottom-0 rail:static rail:col-start-2 rail:mb-0 rail:pb-0",
          !draft.outcome && "max-rail:hidden",
        )}
      >
        <Button
          type="submit"
          wide
          disabled={!body}
          isPending={decide.isPending && !isConfirming}
          aria-keyshortcuts="Control+Enter"
        >
          {t("Decide")}
        </Button>
      </div>
      {decide.isError && (
        <div className="rail:col-span-2">
          <Alert key={decide.submittedAt}>{messageOf(decide.error)}</Alert>
        </div>
      )}
      {ban && (
        <ConfirmDialog
          open={isConfirming}
          onOpenChange={setIsConfirming}
          title={t("Ban?")}
          description={`${ban.note} ${
            person
              ? t("{name} is notified at once.", { name: isolated(person.name) })
              : t("The reporters are notified at once.")
          }`}
          confirmLabel={t("Ban")}
          danger
          isPending={decide.isPending}
          onConfirm={send}
        />
      )}
    </Form>
  );
}

type Actions = { choose: (index: number) => void; focusReason: () => void; submit: () => void };

/**
 * The keys of a case: `1` to `5` choose a decision, `r` focuses its reason, Ctrl+Enter decides.
 */
export function useDecisionKeys({ choose, focusReason, submit }: Actions): void {
  const digits = [0, 1, 2, 3, 4].map((index) => [String(index + 1), () => choose(index)] as const);
  useShortcuts({ ...Object.fromEntries(digits), r: once(focusReason) });
  // Also while one types the reason, where a shortcut of one key does nothing.
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const isSubmit = event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.repeat;
    if (!isSubmit || event.defaultPrevented || isComposing(event)) return;
    if (document.querySelector("[role=dialog], [role=alertdialog]")) return;
    event.preventDefault();
    submit();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);
}
