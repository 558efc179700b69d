"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { ScrollText, X } from "lucide-react";
import Link from "next/link";
import { actionLabel, detailsLabel } from "@/components/moderation/labels";
import { ListEnd, RowSkeletons } from "@/components/moderation/list-states";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { useSearchParam } from "@/lib/dom/use-search-param";
import { logItems, logOptions } from "@/lib/moderation/client/queries";
import type { LogEntry } from "@/lib/moderation/staff-schema";
import { casePath } from "@/lib/paths";
import { APP_NAME } from "@/lib/product";

/** What the staff did, newest first. `?person=` and `?case=` show what was done about one. */
export function LogScreen() {
  const [personId, setPersonId] = useSearchParam("person");
  const [caseId, setCaseId] = useSearchParam("case");
  const filter = { personId: personId ?? undefined, caseId: caseId ?? undefined };
  const query = useInfiniteQuery(logOptions(filter));
  const entries = logItems.all(query.data);
  const person = entries.find((entry) => entry.person?._id === personId)?.person;
  const isFiltered = personId !== null || caseId !== null;
  const showAll = () => {
    setPersonId(undefined);
    setCaseId(undefined);
  };
  const content = () => {
    if (query.isPending) {
      return (
        <div className="p-4 md:p-6">
          <RowSkeletons label="Loading the log" />
        </div>
      );
    }
    if (query.isError && !query.data) {
      return <ErrorState error={query.error} onRetry={() => query.refetch()} isPending={query.isFetching} />;
    }
    if (entries.length === 0) {
      return (
        <EmptyState icon={ScrollText} title="Nothing in the log">
          Everything moderators do is recorded here and can't be changed.
        </EmptyState>
      );
    }
    return (
      <ul aria-label="Log, newest first" aria-busy={query.isFetching} className="divide-y divide-line">
        {entries.map((entry) => (
          <li key={entry._id} className="px-4 py-3 md:px-6">
            <Entry entry={entry} onPerson={setPersonId} onCase={setCaseId} />
          </li>
        ))}
      </ul>
    );
  };
  return (
    <>
      {isFiltered && (
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-2 px-4 md:px-0">
          <p className="text-label">{caseId ? "About one case" : `About ${person?.name ?? "one person"}`}</p>
          <Button variant="secondary" size="sm" onClick={showAll}>
            <X aria-hidden />
            Show everything
          </Button>
        </div>
      )}
      <Card bleed className="overflow-hidden">
        {content()}
      </Card>
      <ListEnd query={query} label="Show older entries" />
    </>
  );
}

type EntryProps = { entry: LogEntry; onPerson: (id: string) => void; onCase: (id: string) => void };

function Entry({ entry, onPerson, onCase }: EntryProps) {
  const { actor, person, caseId, details, at } = entry;
  const detailsText = detailsLabel(details);
  return (
    <article className="flex flex-col gap-1 text-label">
      <p className="flex flex-wrap items-baseline gap-x-1.5">
        <bdi className="font-semibold">{actor?.name ?? APP_NAME}</bdi>
        <span>
          {actionLabel(entry)}
          {person && ":"}
        </span>
        {person && <bdi className="font-semibold">{person.name}</bdi>}
        <RelativeTime at={at} style="exact" className="text-ink2 text-sm sm:ml-auto" />
      </p>
      {detailsText && <p className="text-ink2 text-sm">{detailsText}</p>}
      <p className="flex flex-wrap gap-x-4 text-sm">
        {caseId && (
          <Link href={casePath(caseId)} prefetch={false} className={LINK}>
            Open the case
          </Link>
        )}
        {caseId && (
          <button type="button" className={LINK} onClick={() => onCase(caseId)}>
            Only this case
          </button>
        )}
        {person && (
          <button type="button" className={LINK} onClick={() => onPerson(person._id)}>
            Only this person
          </button>
        )}
      </p>
    </article>
  );
}

const LINK = "touch-target font-medium text-brand hover:underline";
