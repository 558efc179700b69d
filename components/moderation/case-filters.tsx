"use client";

import { reasonLabel, SUBJECTS } from "@/components/moderation/labels";
import type { Selection } from "@/components/moderation/use-selection";
import { Button } from "@/components/ui/button";
import { SelectField } from "@/components/ui/select-field";
import { useTranslate } from "@/lib/language/translate";
import type { Translate } from "@/lib/language/translator";
import type { CaseFilter } from "@/lib/moderation/client/queries";
import { REPORT_REASONS, REPORT_SUBJECTS } from "@/lib/reports/policy";

const reasonOptions = (t: Translate) => [
  { value: "", label: t("All reasons") },
  ...REPORT_REASONS.map((reason) => ({ value: reason, label: t(reasonLabel(reason)) })),
];
const kindOptions = (t: Translate) => [
  { value: "", label: t("All kinds") },
  ...REPORT_SUBJECTS.map((subject) => ({ value: subject, label: t(SUBJECTS[subject]) })),
];

type Props = {
  order: string;
  filter: CaseFilter;
  onChange: (filter: CaseFilter) => void;
  /** Undefined where nothing is left to decide. */
  selection: Selection | undefined;
};

/** On top of the queue: its order, what it is narrowed to, and selecting several cases. */
export function CaseFilters({ order, filter, onChange, selection }: Props) {
  const t = useTranslate();
  return (
    <div className="flex flex-col gap-2 border-line border-b p-3">
      <div className="grid grid-cols-2 gap-2">
        <SelectField
          label={t("Reason")}
          hideLabel
          value={filter.reason ?? ""}
          options={reasonOptions(t)}
          onChange={({ target }) =>
            onChange({ ...filter, reason: REPORT_REASONS.find((reason) => reason === target.value) })
          }
        />
        <SelectField
          label={t("Kind")}
          hideLabel
          value={filter.subject ?? ""}
          options={kindOptions(t)}
          onChange={({ target }) =>
            onChange({ ...filter, subject: REPORT_SUBJECTS.find((subject) => subject === target.value) })
          }
        />
      </div>
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-3">
        <p className="pl-1 text-ink2 text-sm">{order}</p>
        {selection && (
          <Button
            variant="ghost"
            size="sm"
            disabled={selection.done !== undefined}
            onClick={selection.isSelecting ? selection.end : selection.begin}
          >
            {selection.isSelecting ? t("Cancel") : t("Select")}
          </Button>
        )}
      </div>
    </div>
  );
}
