"use client";

import { type FormEvent, useRef, useState } from "react";
import { DecisionFields, useDecisionDraft } from "@/components/moderation/decision-fields";
import { choicesForAll } from "@/components/moderation/labels";
import type { Selection } from "@/components/moderation/use-selection";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Form } from "@/components/ui/field";
import { Answers } from "@/components/ui/sheet";
import { useTranslate } from "@/lib/language/translate";
import { SELECTED_MAX } from "@/lib/moderation/policy";
import type { DecisionBody } from "@/lib/moderation/schema";

/** Below the queue: decides the selected cases alike. */
export function BulkBar({ selection }: { selection: Selection }) {
  const t = useTranslate();
  const { selected, done, isFull, decideAll } = selection;
  const [isDeciding, setIsDeciding] = useState(false);
  const isPending = done !== undefined;
  const isEmpty = selected.length === 0;
  const status = () => {
    if (isPending) return t("{done} of {count} decided…", { done, count: selected.length });
    return isFull
      ? t("{count} selected, which is the most ({max})", { count: selected.length, max: SELECTED_MAX })
      : t("{count} selected", { count: selected.length });
  };
  return (
    <div className="sticky bottom-0 flex flex-wrap items-center gap-2 border-line border-t bg-surface p-3 max-md:bottom-[calc(3.5rem+env(safe-area-inset-bottom))]">
      <p role="status" className="w-full text-label tabular-nums">
        {status()}
      </p>
      <Button
        size="sm"
        variant="secondary"
        disabled={isEmpty}
        isPending={isPending}
        onClick={() => void decideAll({ outcome: "no_violation" })}
      >
        {t("No violation")}
      </Button>
      <Button size="sm" disabled={isEmpty || isPending} onClick={() => setIsDeciding(true)}>
        {t("Decide alike…")}
      </Button>
      {isDeciding && (
        <BulkDialog
          selection={selection}
          onClose={() => setIsDeciding(false)}
          onDecide={(body) => {
            setIsDeciding(false);
            void decideAll(body);
          }}
        />
      )}
    </div>
  );
}

type DialogProps = { selection: Selection; onClose: () => void; onDecide: (body: DecisionBody) => void };

/** The decision and the reason for all of them. A ban is decided by itself. */
function BulkDialog({ selection: { selected }, onClose, onDecide }: DialogProps) {
  const t = useTranslate();
  const draft = useDecisionDraft(selected[0]?.subject ?? "post");
  const field = useRef<HTMLTextAreaElement>(null);
  const isAlike = selected.every(({ subject }) => subject === draft.subject);
  const given = selected.flatMap(({ reasons }) => reasons.map(({ reason }) => reason));
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (draft.body) onDecide(draft.body);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("Decide {count, plural, one {# case} other {# cases}} alike", { count: selected.length })}
      width="sm"
    >
      <Form onSubmit={handleSubmit}>
        <DecisionFields
          draft={draft}
          choices={choicesForAll(selected, t).filter(({ outcome }) => outcome !== "banned")}
          // A template names what it is about.
          reported={isAlike ? [...new Set(given)] : undefined}
          field={field}
        />
        <Answers>
          <Button variant="secondary" onClick={onClose}>
            {t("Cancel")}
          </Button>
          <Button type="submit" disabled={!draft.body}>
            {t("Decide")}
          </Button>
        </Answers>
      </Form>
    </Dialog>
  );
}
