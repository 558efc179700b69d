"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import { useRef } from "react";
import { BulkBar } from "@/components/moderation/bulk-bar";
import { CaseFilters } from "@/components/moderation/case-filters";
import { CaseRow } from "@/components/moderation/case-row";
import { subjectTitle } from "@/components/moderation/labels";
import { ListEnd, RowsPlaceholder } from "@/components/moderation/list-states";
import { type Selection, useSelection } from "@/components/moderation/use-selection";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { useShortcuts } from "@/lib/dom/use-shortcuts";
import { useTranslate } from "@/lib/language/translate";
import {
  type CaseFilter,
  caseItems,
  casesOptions,
  type CaseList as ListName,
} from "@/lib/moderation/client/queries";
import type { CaseSummary } from "@/lib/moderation/schema";

const LISTS: Record<ListName, { label: string; title: string; explanation: string }> = {
  open: {
    label: "Open cases, worst first",
    title: "Nothing to decide",
    explanation: "What people report shows up here, the worst first.",
  },
  mine: {
    label: "Your cases",
    title: "You have no cases",
    explanation: "A case is yours for half an hour from when you open it.",
  },
  closed: {
    label: "Closed cases, newest first",
    title: "No closed cases",
    explanation: "What has been decided shows up here.",
  },
};

type Props = {
  list: ListName;
  /** The case that is open next to it. */
  currentId?: string | undefined;
  filter: CaseFilter;
  onFilter: (filter: CaseFilter) => void;
};

/**
 * The queue: cases in a list, filtered, and several decided at once. `j` and `k` move through it.
 */
export function CaseList({ list, currentId, filter, onFilter }: Props) {
  const t = useTranslate();
  const query = useInfiniteQuery(casesOptions(list, filter));
  const cases = caseItems.all(query.data);
  const selection = useSelection(cases);
  const { label, title, explanation } = LISTS[list];
  const rows = useRef<HTMLUListElement>(null);
  const step = (by: 1 | -1) => {
    const links = [...(rows.current?.querySelectorAll<HTMLElement>("a[href]") ?? [])];
    const at = links.indexOf(document.activeElement as HTMLElement);
    links[at === -1 ? 0 : Math.min(Math.max(at + by, 0), links.length - 1)]?.focus();
  };
  // Next to an open case they open another one.
  useShortcuts(currentId ? {} : { j: () => step(1), k: () => step(-1) });

  const isFiltered = filter.reason !== undefined || filter.subject !== undefined;
  const content = () => {
    if (!query.data) return <RowsPlaceholder padded query={query} label={t("Loading cases")} count={4} />;
    if (cases.length === 0) {
      return isFiltered ? (
        <EmptyState
          icon={Inbox}
          title={t("No such cases")}
          action={
            <Button variant="secondary" onClick={() => onFilter({})}>
              {t("Show all")}
            </Button>
          }
        />
      ) : (
        <EmptyState icon={Inbox} title={t(title)}>
          {t(explanation)}
        </EmptyState>
      );
    }
    return (
      <ul ref={rows} aria-label={t(label)} aria-busy={query.isFetching} className="divide-y divide-line">
        {cases.map((item) => (
          <li key={item._id}>
            <SelectableRow item={item} selection={selection} isCurrent={item._id === currentId} />
          </li>
        ))}
      </ul>
    );
  };
  return (
    <Card bleed className="flex min-w-0 flex-col overflow-clip rail:min-h-0 rail:flex-1">
      <CaseFilters
        order={list === "closed" ? t("Newest first") : t("Worst first, then oldest")}
        filter={filter}
        onChange={onFilter}
        selection={list === "closed" ? undefined : selection}
      />
      <div className="rail:relative rail:min-h-0 rail:flex-1 rail:overflow-y-auto">
        {content()}
        <div className="pb-4">
          <ListEnd query={query} label={t("Show more cases")} />
        </div>
      </div>
      {selection.isSelecting && <BulkBar selection={selection} />}
    </Card>
  );
}

type RowProps = { item: CaseSummary; selection: Selection; isCurrent: boolean };

function SelectableRow({ item, selection, isCurrent }: RowProps) {
  const t = useTranslate();
  const { isSelecting, isSelected, isFull, failureOf, toggle } = selection;
  if (!isSelecting) return <CaseRow item={item} isCurrent={isCurrent} />;
  const isChosen = isSelected(item._id);
  const failure = failureOf(item._id);
  return (
    <>
      <div className="flex items-stretch">
        <label className="flex w-11 shrink-0 cursor-pointer items-center justify-end">
          <input
            type="checkbox"
            aria-label={t("Select {item}", { item: subjectTitle(item, t) })}
            checked={isChosen}
            disabled={!isChosen && isFull}
            onChange={() => toggle(item._id)}
            className="size-6 accent-brand"
          />
        </label>
        <CaseRow item={item} isCurrent={isCurrent} />
      </div>
      {failure && (
        <p role="alert" className="px-4 pb-3 text-danger text-sm">
          {failure}
        </p>
      )}
    </>
  );
}
