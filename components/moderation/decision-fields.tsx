"use client";

import { type RefObject, useId, useState } from "react";
import { ReasonHint } from "@/components/moderation/decision-item";
import { type Choice, reasonLabel } from "@/components/moderation/labels";
import { cx } from "@/components/ui/cx";
import { SelectField } from "@/components/ui/select-field";
import { TextareaField } from "@/components/ui/text-field";
import { useTranslate } from "@/lib/language/translate";
import { concernsPerson, REASON_MAX, REASON_MIN, SUSPENSION_DAYS } from "@/lib/moderation/policy";
import type { DecisionBody } from "@/lib/moderation/schema";
import { BAN_NEEDS_WORDS, hasOwnWords, reasonTemplate } from "@/lib/moderation/templates";
import { type Outcome, REPORT_REASONS, type ReportReason, type ReportSubject } from "@/lib/reports/policy";
import { countCharacters } from "@/lib/text/text";

type Days = (typeof SUSPENSION_DAYS)[number];
const DEFAULT_DAYS: Days = 7;

/** What a moderator is about to decide; `body` is undefined until it is complete. */
export function useDecisionDraft(subject: ReportSubject) {
  const [outcome, setOutcome] = useState<Outcome>();
  const [reason, setReason] = useState("");
  const [days, setDays] = useState<Days>(DEFAULT_DAYS);
  const needsReason = outcome !== undefined && concernsPerson(outcome);
  const count = countCharacters(reason.trim());
  const needsWords = outcome === "banned" && !hasOwnWords(reason, subject);
  const isComplete = !needsReason || (count >= REASON_MIN && count <= REASON_MAX && !needsWords);
  const body: DecisionBody | undefined =
    outcome && isComplete
      ? {
          outcome,
          ...(needsReason && { reason: reason.trim() }),
          ...(outcome === "suspended" && { days }),
        }
      : undefined;
  return {
    subject,
    outcome,
    setOutcome,
    reason,
    setReason,
    days,
    setDays,
    needsReason,
    needsWords,
    count,
    body,
  };
}
type Draft = ReturnType<typeof useDecisionDraft>;

type Props = {
  draft: Draft;
  choices: Choice[];
  /** Why it was reported: the templates offered at once. Undefined offers none. */
  reported: ReportReason[] | undefined;
  field: RefObject<HTMLTextAreaElement | null>;
  /** Whether digits choose, which are then shown next to the choices. */
  hasKeys?: boolean;
};

/** A decision: an outcome, for how long, and the reason that the person reads. */
export function DecisionFields({ draft, choices, reported, field, hasKeys = false }: Props) {
  const t = useTranslate();
  const { outcome, needsReason, needsWords, count } = draft;
  const choice = choices.find((option) => option.outcome === outcome);
  const fillIn = (template: ReportReason) => {
    draft.setReason(reasonTemplate(template, draft.subject));
    field.current?.focus();
  };
  return (
    <>
      <div className={cx("min-w-0", hasKeys && "rail:col-span-2")}>
        <Outcomes choices={choices} value={outcome} onChange={draft.setOutcome} hasKeys={hasKeys} />
      </div>
      {choice && (
        <p className={cx("-mt-1 text-ink2 text-sm", hasKeys && "rail:col-span-2 rail:mt-0")}>{choice.note}</p>
      )}
      {outcome === "suspended" && (
        <div className={cx(hasKeys && "rail:col-start-2 rail:[&_label]:sr-only")}>
          <SelectField
            label={t("For how long")}
            value={String(draft.days)}
            options={SUSPENSION_DAYS.map((option) => ({
              value: String(option),
              label: t("{count, plural, one {# day} other {# days}}", { count: option }),
            }))}
            onChange={({ target }) => draft.setDays(Number(target.value) as Days)}
            className={hasKeys ? "rail:min-h-10" : ""}
          />
        </div>
      )}
      {needsReason && (
        <>
          {reported && (
            <div className={cx(hasKeys && "rail:col-start-1 rail:self-center")}>
              <Templates reported={reported} onChoose={fillIn} />
            </div>
          )}
          <div className={cx(hasKeys && "rail:col-start-1 rail:short:[&_label]:sr-only")}>
            <TextareaField
              ref={field}
              label={t("Reason, as the person reads it")}
              placeholder={hasKeys ? t("Reason, as the person reads it") : undefined}
              name="reason"
              required
              rows={2}
              value={draft.reason}
              hint={needsWords && count >= REASON_MIN ? t(BAN_NEEDS_WORDS) : <ReasonHint count={count} />}
              onChange={(event) => draft.setReason(event.target.value)}
              className={
                hasKeys
                  ? "not-rail:placeholder:opacity-0 rail:max-h-32 rail:min-h-16 rail:py-2 rail:not-short:placeholder:opacity-0"
                  : ""
              }
            />
          </div>
        </>
      )}
    </>
  );
}

type OutcomesProps = {
  choices: Choice[];
  value: Outcome | undefined;
  onChange: (outcome: Outcome) => void;
  hasKeys: boolean;
};

/** The choices side by side. */
function Outcomes({ choices, value, onChange, hasKeys }: OutcomesProps) {
  const t = useTranslate();
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend
        className={hasKeys ? "sr-only" : "mb-2 font-bold font-display text-lg tracking-tight rail:sr-only"}
      >
        {t("Decision")}
      </legend>
      <div
        className={cx(
          "flex flex-wrap gap-2 rail:gap-1.5",
          // One row, which leaves the case in sight.
          hasKeys &&
            "max-rail:-mx-4 max-rail:flex-nowrap max-rail:overflow-x-auto max-rail:px-4 max-rail:py-1 max-rail:scrollbar-none",
        )}
      >
        {choices.map(({ outcome, label }, index) => (
          <label
            key={outcome}
            className="relative flex min-h-11 shrink-0 cursor-pointer items-center gap-2 rounded-field border border-line px-3 font-semibold rail:min-h-10 rail:px-2.5 text-label outline-brand outline-offset-2 transition-colors hover:border-line-strong has-checked:border-brand has-checked:bg-soft has-checked:text-brand has-focus-visible:outline-2"
          >
            <input
              type="radio"
              name={name}
              checked={value === outcome}
              onChange={() => onChange(outcome)}
              className="absolute inset-0 z-1 cursor-pointer opacity-0"
            />
            {hasKeys && (
              <kbd aria-hidden className="font-sans font-medium text-ink2 text-sm max-md:hidden">
                {index + 1}
              </kbd>
            )}
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type TemplatesProps = { reported: ReportReason[]; onChoose: (template: ReportReason) => void };

/** Ready-made reasons: the reasons of the reports, and the others behind *More*. */
function Templates({ reported, onChoose }: TemplatesProps) {
  const t = useTranslate();
  const [hasMore, setHasMore] = useState(reported.length > 0);
  const others = REPORT_REASONS.filter((reason) => !reported.includes(reason));
  const style =
    "touch-target rounded-full border border-line px-3 py-1.5 font-medium text-ink2 text-sm transition-colors hover:border-line-strong hover:text-ink";
  return (
    <fieldset>
      <legend className="sr-only">{t("Templates")}</legend>
      <div className="flex flex-wrap items-center gap-x-1.5 gap-y-2.5">
        <span className="mr-1 text-ink2 text-sm">{t("Start with")}</span>
        {(hasMore ? reported : [...reported, ...others]).map((reason) => (
          <button key={reason} type="button" onClick={() => onChoose(reason)} className={style}>
            {t(reasonLabel(reason))}
          </button>
        ))}
        {hasMore && (
          <button type="button" onClick={() => setHasMore(false)} className={style}>
            {t("More")}
          </button>
        )}
      </div>
    </fieldset>
  );
}
