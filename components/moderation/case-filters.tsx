"use client";

import { reasonLabel, SUBJECTS } from "@/components/moderation/labels";
import type { Selection } from "@/components/moderation/use-selection";
import { Button } from "@/components/ui/button";
import { SelectField } from "@/components/ui/select-field";
import type { CaseFilter } from "@/lib/moderation/client/queries";
import { REPORT_REASONS, REPORT_SUBJECTS } from "@/lib/reports/policy";

const REASON_OPTIONS = [
  { value: "", label: "All reasons" },
  ...REPORT_REASONS.map((reason) => ({ value: reason, label: reasonLabel(reason) })),
];
const KIND_OPTIONS = [
  { value: "", label: "All kinds" },
  ...REPORT_SUBJECTS.map((subject) => ({ value: subject, label: SUBJECTS[subject] })),
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
  return (
    <div className="flex flex-col gap-2 border-line border-b p-3">
      <div className="grid grid-cols-2 gap-2">
        <SelectField
          label="Reason"
          hideLabel
          value={filter.reason ?? ""}
          options={REASON_OPTIONS}
          onChange={({ target }) =>
            onChange({ ...filter, reason: REPORT_REASONS.find((reason) => reason === target.value) })
          }
        />
        <SelectField
          label="Kind"
          hideLabel
          value={filter.subject ?? ""}
          options={KIND_OPTIONS}
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
            {selection.isSelecting ? "Cancel" : "Select"}
          </Button>
        )}
      </div>
    </div>
  );
}
