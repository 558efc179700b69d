"use client";

import { ListChecks } from "lucide-react";
import { usePathname } from "next/navigation";
import { type ReactNode, useState } from "react";
import { CaseList } from "@/components/moderation/case-list";
import { QueueContext } from "@/components/moderation/next-case";
import { Card } from "@/components/ui/card";
import { cx } from "@/components/ui/cx";
import { EmptyState } from "@/components/ui/empty-state";
import { useTranslate } from "@/lib/language/translate";
import type { CaseFilter, CaseList as ListName } from "@/lib/moderation/client/queries";
import { MODERATION } from "@/lib/paths";

const LISTS: Partial<Record<string, ListName>> = {
  [MODERATION]: "open",
  [`${MODERATION}/mine`]: "mine",
  [`${MODERATION}/closed`]: "closed",
};
const CASE = new RegExp(`^${MODERATION}/([0-9a-f-]{36})$`);

export type Queue = { list: ListName; caseId: string | undefined };

/**
 * The list of cases that the page shows, and the case that is open, which goes on with the list it
 * was opened from. Undefined on pages that are no part of the queue.
 */
export function useQueue(): Queue | undefined {
  const path = usePathname();
  const [last, setLast] = useState<ListName>("open");
  const list = LISTS[path];
  if (list && list !== last) setLast(list);
  const caseId = CASE.exec(path)?.[1];
  return list || caseId ? { list: list ?? last, caseId } : undefined;
}

/**
 * The queue and a case, side by side from 1200 px, else one after the other. Its page is marked
 * `data-desk`, so that each scrolls by itself.
 */
export function Workbench({ queue: { list, caseId }, children }: { queue: Queue; children: ReactNode }) {
  const [filter, setFilter] = useState<CaseFilter>({});
  return (
    <div className="flex flex-col rail:grid rail:min-h-0 rail:flex-1 rail:grid-cols-[20rem_minmax(0,1fr)] rail:grid-rows-[minmax(0,1fr)] rail:gap-4">
      <div className={cx("min-w-0 flex-col rail:flex rail:min-h-0", caseId ? "hidden" : "flex")}>
        {/* A new key: what is selected does not move on to another list. */}
        <CaseList key={list} list={list} currentId={caseId} filter={filter} onFilter={setFilter} />
      </div>
      <div className={cx("min-w-0 flex-col rail:flex rail:min-h-0", caseId ? "flex" : "hidden")}>
        <QueueContext value={{ list, filter }}>{children}</QueueContext>
      </div>
    </div>
  );
}

/** Next to the queue, until a case is chosen. */
export function NoCaseChosen() {
  const t = useTranslate();
  return (
    <Card className="grid flex-1 place-items-center">
      <EmptyState icon={ListChecks} title={t("Choose a case")}>
        {t("j and k walk through the queue, Enter opens a case.")}
      </EmptyState>
    </Card>
  );
}
