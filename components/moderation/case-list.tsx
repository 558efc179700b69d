"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import Link from "next/link";
import { useRef } from "react";
import { CaseBadges, SubjectIcon } from "@/components/moderation/case-parts";
import { subjectTitle } from "@/components/moderation/labels";
import { ListEnd, RowSkeletons } from "@/components/moderation/list-states";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { useShortcuts } from "@/lib/dom/use-shortcuts";
import { caseItems, casesOptions, type CaseList as ListName } from "@/lib/moderation/client/queries";
import type { CaseSummary } from "@/lib/moderation/schema";
import { casePath } from "@/lib/paths";
import { countOf } from "@/lib/text/counts";
import { isolated } from "@/lib/text/names";

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

/** Cases in a list; `j` and `k` move through it, Enter opens one. */
export function CaseList({ list }: { list: ListName }) {
  const query = useInfiniteQuery(casesOptions(list));
  const cases = caseItems.all(query.data);
  const { label, title, explanation } = LISTS[list];
  const rows = useRef<HTMLUListElement>(null);
  const step = (by: 1 | -1) => {
    const links = [...(rows.current?.querySelectorAll<HTMLElement>("a[href]") ?? [])];
    const at = links.indexOf(document.activeElement as HTMLElement);
    links[at === -1 ? 0 : Math.min(Math.max(at + by, 0), links.length - 1)]?.focus();
  };
  useShortcuts({ j: () => step(1), k: () => step(-1) });

  const content = () => {
    if (query.isPending) {
      return (
        <div className="p-4 md:p-5">
          <RowSkeletons label="Loading cases" count={4} />
        </div>
      );
    }
    if (query.isError && !query.data) {
      return <ErrorState error={query.error} onRetry={() => query.refetch()} isPending={query.isFetching} />;
    }
    if (cases.length === 0) {
      return (
        <EmptyState icon={Inbox} title={title}>
          {explanation}
        </EmptyState>
      );
    }
    return (
      <ul ref={rows} aria-label={label} aria-busy={query.isFetching} className="divide-y divide-line">
        {cases.map((item) => (
          <li key={item._id}>
            <CaseRow item={item} />
          </li>
        ))}
      </ul>
    );
  };
  return (
    <>
      <Card bleed className="overflow-hidden">
        {content()}
      </Card>
      <ListEnd query={query} label="Show more cases" />
    </>
  );
}

/** A case in a list: what was reported, whose it is, why, since when, and its assignee. */
export function CaseRow({ item }: { item: CaseSummary }) {
  const { _id, subject, about, reportsCount, openedAt, closedAt, assignee } = item;
  return (
    <Link
      href={casePath(_id)}
      prefetch={false}
      className="flex gap-3 px-4 py-3.5 outline-offset-[-2px] transition-colors hover:bg-sunken/60 md:px-5"
    >
      <SubjectIcon subject={subject} />
      <span className="flex min-w-0 flex-1 flex-col gap-1.5">
        <span className="flex items-baseline gap-2">
          <bdi className="min-w-0 truncate font-semibold">{subjectTitle(item)}</bdi>
          <RelativeTime
            at={closedAt ?? openedAt}
            style="notification"
            className="ml-auto shrink-0 text-ink2 text-sm tabular-nums"
          />
        </span>
        {about.text && <span className="line-clamp-2 break-words text-ink2 text-label">{about.text}</span>}
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5 text-ink2 text-sm">
          <CaseBadges item={item} />
          <span>
            {reportsCount === 0 ? "Not reported" : countOf(reportsCount, "report")}
            {assignee && closedAt === null && ` · Assigned to ${isolated(assignee.name)}`}
          </span>
        </span>
      </span>
    </Link>
  );
}
