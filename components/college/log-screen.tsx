"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { ScrollText, X } from "lucide-react";
import { ExportButton } from "@/components/college/export-button";
import { LogRow } from "@/components/college/log-row";
import { ListEnd, RowsPlaceholder } from "@/components/moderation/list-states";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterChips } from "@/components/ui/filter-chips";
import { TextField } from "@/components/ui/text-field";
import { useSearchParam } from "@/lib/dom/use-search-param";
import { useTranslate } from "@/lib/language/translate";
import { logItems, logOptions } from "@/lib/moderation/client/queries";
import { LOG_KINDS } from "@/lib/moderation/policy";
import type { LogEntry } from "@/lib/moderation/staff-schema";
import { useMe } from "@/lib/profiles/client/queries";
import { isoDay } from "@/lib/time/relative-time";

const CHOICES = [
  { value: "all", label: "All" },
  { value: "decisions", label: "Decisions" },
  { value: "roles", label: "Roles" },
  { value: "notices", label: "Notices" },
  { value: "openings", label: "Openings" },
  { value: "exports", label: "Exports" },
] as const;

/**
 * What the staff did, newest first. `?kind=`, `?day=`, `?by=`, `?person=` and `?case=` show a part
 * of it.
 */
export function LogScreen() {
  const t = useTranslate();
  const isAdmin = useMe()?.staffRole === "admin";
  const [kindParam, setKind] = useSearchParam("kind");
  const [day, setDay] = useSearchParam("day");
  const [actorId, setActorId] = useSearchParam("by");
  const [personId, setPersonId] = useSearchParam("person");
  const [caseId, setCaseId] = useSearchParam("case");
  const kind = LOG_KINDS.find((known) => known === kindParam);
  const filter = {
    kind,
    day: day ?? undefined,
    actorId: actorId ?? undefined,
    personId: personId ?? undefined,
    caseId: caseId ?? undefined,
  };
  // The rows stay until others take their place, and with them the focus on what was pressed.
  const query = useInfiniteQuery({ ...logOptions(filter), placeholderData: keepPreviousData });
  const entries = logItems.all(query.data);
  const about = [
    caseId !== null && t("one case"),
    actorId !== null &&
      t("by {name}", {
        name: entries.find(({ actor }) => actor?._id === actorId)?.actor?.name ?? t("one person"),
      }),
    personId !== null &&
      t("about {name}", {
        name: entries.find(({ person }) => person?._id === personId)?.person?.name ?? t("one person"),
      }),
  ].filter((part) => part !== false);
  const showAll = () => {
    setActorId(undefined);
    setPersonId(undefined);
    setCaseId(undefined);
  };
  const content = () => {
    if (!query.data) return <RowsPlaceholder padded query={query} label={t("Loading the log")} />;
    if (entries.length === 0) {
      return (
        <EmptyState icon={ScrollText} title={t("Nothing in the log")}>
          {t("Everything the staff do is recorded here and can't be changed.")}
        </EmptyState>
      );
    }
    return (
      <ul aria-label={t("Log, newest first")} aria-busy={query.isFetching} className="divide-y divide-line">
        {foldOpenings(entries).map(({ entry, times }) => (
          <li key={entry._id} className="px-4 py-3 md:px-6">
            <LogRow
              entry={entry}
              times={times}
              onActor={setActorId}
              onPerson={setPersonId}
              onCase={setCaseId}
            />
          </li>
        ))}
      </ul>
    );
  };
  return (
    <>
      <Card bleed className="flex flex-col gap-4 p-4 md:p-6">
        <FilterChips
          label={t("Show")}
          options={CHOICES.map(({ value, label }) => ({ value, label: t(label) }))}
          value={kind ?? "all"}
          onChange={(value) => setKind(value === "all" ? undefined : value)}
        />
        <div className="flex flex-wrap items-end justify-between gap-3">
          <TextField
            label={t("Day")}
            type="date"
            max={isoDay(new Date())}
            value={day ?? ""}
            onChange={({ target }) => setDay(target.value || undefined)}
          />
          {isAdmin && <ExportButton path="/moderation/log/export" query={filter} />}
        </div>
        {about.length > 0 && (
          <div className="flex min-h-11 flex-wrap items-center justify-between gap-2">
            <p className="text-label">{t("Only {what}", { what: about.join(", ") })}</p>
            <Button variant="secondary" size="sm" onClick={showAll}>
              <X aria-hidden />
              {t("Show everything")}
            </Button>
          </div>
        )}
      </Card>
      <Card bleed className="overflow-hidden">
        {content()}
      </Card>
      <ListEnd query={query} label={t("Show older entries")} />
    </>
  );
}

/** An entry, and how many it represents. */
export type FoldedEntry = { entry: LogEntry; times: number };

/**
 * Entries with the openings of one case, by one person on one day of the colleges, as one: the
 * newest represents all. What was done to a case is never folded.
 */
export function foldOpenings(entries: readonly LogEntry[]): FoldedEntry[] {
  const folded = new Map<string, FoldedEntry>();
  for (const entry of entries) {
    const { action, actor, caseId, at } = entry;
    const isOpening = action === "case_opened" && actor && caseId;
    const key = isOpening ? `${actor._id} ${caseId} ${isoDay(new Date(at))}` : entry._id;
    const first = folded.get(key);
    if (first) first.times++;
    else folded.set(key, { entry, times: 1 });
  }
  return [...folded.values()];
}
