"use client";

import { type FormEvent, useId, useRef, useState } from "react";
import { ReasonHint } from "@/components/moderation/decision-item";
import { choicesFor, reasonLabel, reasonTemplate } from "@/components/moderation/labels";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Form } from "@/components/ui/field";
import { SelectField } from "@/components/ui/select-field";
import { TextareaField } from "@/components/ui/text-field";
import { apiError, messageOf } from "@/lib/api/client/api-client-error";
import { useDecide } from "@/lib/moderation/client/mutations";
import { concernsPerson, REASON_MAX, REASON_MIN, SUSPENSION_DAYS } from "@/lib/moderation/policy";
import type { CaseDetail, DecisionBody } from "@/lib/moderation/schema";
import { type Outcome, REASONS, REPORT_REASONS, type ReportReason } from "@/lib/reports/policy";
import { countOf } from "@/lib/text/counts";
import { isolated } from "@/lib/text/names";
import { countCharacters } from "@/lib/text/text";

type Days = (typeof SUSPENSION_DAYS)[number];
const DEFAULT_DAYS: Days = 7;

type Props = {
  item: CaseDetail;
  onDecided: () => void;
  /** Another moderator has decided it meanwhile; `message` says so. */
  onConflict: (message: string) => void;
};

/** Decides a case: an outcome, the reason that the person reads, and for how long. */
export function DecisionForm({ item, onDecided, onConflict }: Props) {
  const { subject, person } = item;
  const [outcome, setOutcome] = useState<Outcome>();
  const [reason, setReason] = useState("");
  const [days, setDays] = useState<Days>(DEFAULT_DAYS);
  const [isConfirming, setIsConfirming] = useState(false);
  const decide = useDecide(item._id);
  const field = useRef<HTMLTextAreaElement>(null);
  const choice = choicesFor(item).find((option) => option.outcome === outcome);
  const needsReason = outcome !== undefined && concernsPerson(outcome);
  const count = countCharacters(reason.trim());
  const canDecide = outcome !== undefined && (!needsReason || (count >= REASON_MIN && count <= REASON_MAX));

  const send = () => {
    if (!outcome || decide.isPending) return;
    const body: DecisionBody = {
      outcome,
      ...(needsReason && { reason: reason.trim() }),
      ...(outcome === "suspended" && { days }),
    };
    decide.mutate(body, {
      onSuccess: onDecided,
      onError: (error) => {
        setIsConfirming(false);
        if (apiError(error)?.is("conflict")) onConflict(messageOf(error));
      },
    });
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!canDecide) return;
    if (needsReason) setIsConfirming(true);
    else send();
  };
  const fillIn = (template: ReportReason) => {
    setReason(reasonTemplate(template, subject));
    field.current?.focus();
  };
  return (
    <Form onSubmit={handleSubmit}>
      <OutcomeRadios item={item} value={outcome} onChange={setOutcome} />
      {outcome === "suspended" && (
        <SelectField
          label="For how long"
          value={String(days)}
          options={SUSPENSION_DAYS.map((option) => ({
            value: String(option),
            label: countOf(option, "day"),
          }))}
          onChange={({ target }) => setDays(Number(target.value) as Days)}
        />
      )}
      {needsReason && (
        <>
          <TextareaField
            ref={field}
            label="Reason, as the person reads it"
            name="reason"
            required
            value={reason}
            hint={<ReasonHint count={count} />}
            onChange={(event) => setReason(event.target.value)}
          />
          <ReasonTemplates item={item} onChoose={fillIn} />
        </>
      )}
      {decide.isError && <Alert key={decide.submittedAt}>{messageOf(decide.error)}</Alert>}
      <Button type="submit" disabled={!canDecide} isPending={decide.isPending && !isConfirming}>
        Decide
      </Button>
      {choice && (
        <ConfirmDialog
          open={isConfirming}
          onOpenChange={setIsConfirming}
          title={`${choice.label}${outcome === "suspended" ? ` for ${countOf(days, "day")}` : ""}?`}
          description={`${choice.note} ${person ? `${isolated(person.name)} is notified` : "The reporters are notified"} at once.`}
          confirmLabel={choice.label}
          danger={outcome !== "warned"}
          isPending={decide.isPending}
          onConfirm={send}
        />
      )}
    </Form>
  );
}

type RadiosProps = { item: CaseDetail; value: Outcome | undefined; onChange: (outcome: Outcome) => void };

function OutcomeRadios({ item, value, onChange }: RadiosProps) {
  const name = useId();
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 font-bold font-display text-lg tracking-tight">Decision</legend>
      {choicesFor(item).map(({ outcome, label, note }) => (
        <label
          key={outcome}
          className="flex cursor-pointer gap-3 rounded-field border border-line px-3.5 py-2.5 transition-colors hover:border-line-strong has-checked:border-brand has-checked:bg-soft"
        >
          <input
            type="radio"
            name={name}
            checked={value === outcome}
            onChange={() => onChange(outcome)}
            className="mt-1 size-4 shrink-0 accent-brand"
          />
          <span className="min-w-0">
            <span className="block font-semibold text-label">{label}</span>
            <span className="block text-ink2 text-sm">{note}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

type TemplatesProps = { item: CaseDetail; onChoose: (template: ReportReason) => void };

/** Ready-made reasons, those of this case's reports first. */
function ReasonTemplates({ item, onChoose }: TemplatesProps) {
  const reported = item.reasons
    .map(({ reason }) => reason)
    .sort((a, b) => REASONS[b].severity - REASONS[a].severity);
  const others = REPORT_REASONS.filter((reason) => !reported.includes(reason));
  return (
    <fieldset className="-mt-1">
      <legend className="mb-1.5 text-ink2 text-sm">Start with a template</legend>
      <div className="flex flex-wrap gap-x-1.5 gap-y-2.5">
        {[...reported, ...others].map((reason) => (
          <button
            key={reason}
            type="button"
            onClick={() => onChoose(reason)}
            className="touch-target rounded-full border border-line px-3 py-1.5 font-medium text-ink2 text-sm transition-colors hover:border-line-strong hover:text-ink"
          >
            {reasonLabel(reason)}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
