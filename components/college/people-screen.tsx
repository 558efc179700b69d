"use client";

import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useState } from "react";
import { ExportButton } from "@/components/college/export-button";
import { ImportPeople } from "@/components/college/import-people";
import { PersonRow } from "@/components/college/person-row";
import { ListEnd, RowSkeletons } from "@/components/moderation/list-states";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { FilterChips } from "@/components/ui/filter-chips";
import { SearchField } from "@/components/ui/search-field";
import { peopleCountsOptions, peopleOptions, personItems } from "@/lib/college/client/queries";
import type { PeopleCounts } from "@/lib/college/schema";
import { useDebouncedValue } from "@/lib/dom/field-hooks";
import { useSearchParam } from "@/lib/dom/use-search-param";
import { useText } from "@/lib/language/text";

const CHOICES = [
  { value: "everyone", label: "Everyone" },
  { value: "waiting", label: "Waiting" },
  { value: "new", label: "New this week" },
  { value: "never_posted", label: "Never posted" },
  { value: "suspended", label: "Suspended" },
  { value: "deactivated", label: "Deactivated" },
  { value: "incomplete", label: "Sign-up not completed" },
  { value: "moderating", label: "Moderators and admins" },
] as const satisfies readonly { value: keyof PeopleCounts; label: string }[];
type Choice = (typeof CHOICES)[number]["value"];

const filterOf = (show: Choice) => (show === "everyone" ? {} : { state: show });

/** Everyone on the campus, by name; `?show=` names the filter. */
export function PeopleScreen() {
  const t = useText();
  const [param, setParam] = useSearchParam("show");
  const show: Choice = CHOICES.find(({ value }) => value === param)?.value ?? "everyone";
  const [text, setText] = useState("");
  const q = useDebouncedValue(text.trim(), 300);
  const choice = { q, ...filterOf(show) };
  const query = useInfiniteQuery({ ...peopleOptions(choice), placeholderData: keepPreviousData });
  const { data: counts } = useQuery(peopleCountsOptions());
  const people = personItems.all(query.data);
  const content = () => {
    if (query.isPending) return <RowSkeletons label={t("Loading people")} count={6} />;
    if (!query.data) {
      return <ErrorState error={query.error} onRetry={() => query.refetch()} isPending={query.isFetching} />;
    }
    if (people.length === 0) {
      return (
        <EmptyState icon={SearchX} title={t("No one found")}>
          {q === ""
            ? t("There is no one of this kind now.")
            : t("Try the beginning of a name, a username or an address.")}
        </EmptyState>
      );
    }
    return (
      <ul aria-label={t("People, by name")} aria-busy={query.isFetching} className="divide-y divide-line">
        {people.map((person) => (
          <li key={person._id} className="py-2.5 first:pt-0 last:pb-0">
            <PersonRow person={person} />
          </li>
        ))}
      </ul>
    );
  };
  return (
    <>
      <Card bleed className="flex flex-col gap-4 p-4 md:p-6">
        <div className="flex flex-wrap items-center gap-3">
          <SearchField
            label={t("Search people")}
            value={text}
            onChange={setText}
            isPending={text.trim() !== q || query.isFetching}
            className="min-w-0 flex-1 basis-56"
          />
          <ImportPeople />
          <ExportButton path="/college/people/export" query={{ ...choice, q: q || undefined }} />
        </div>
        <FilterChips
          label={t("Show")}
          options={CHOICES.map((option) => ({
            value: option.value,
            label: t(option.label),
            count: counts?.[option.value],
          }))}
          value={show}
          onChange={(value) => setParam(value === "everyone" ? undefined : value)}
        />
        {content()}
      </Card>
      <ListEnd query={query} label={t("Show more people")} />
    </>
  );
}
