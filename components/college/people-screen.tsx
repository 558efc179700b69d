"use client";

import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { SearchX, Upload } from "lucide-react";
import { useState } from "react";
import { ExportButton } from "@/components/college/export-button";
import { PersonRow } from "@/components/college/person-row";
import { MEMBER_ROLE_LABELS } from "@/components/moderation/labels";
import { ListEnd, RowsPlaceholder } from "@/components/moderation/list-states";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterChips } from "@/components/ui/filter-chips";
import { lazyComponent } from "@/components/ui/lazy-component";
import { SearchField } from "@/components/ui/search-field";
import { SelectField } from "@/components/ui/select-field";
import type { Department } from "@/lib/campus/campus";
import { peopleCountsOptions, peopleOptions, personItems } from "@/lib/college/client/queries";
import type { CollegePerson, PeopleCounts } from "@/lib/college/schema";
import { useDebouncedValue } from "@/lib/dom/field-hooks";
import { useSearchParam } from "@/lib/dom/use-search-param";
import { useTranslate } from "@/lib/language/translate";
import { MEMBER_ROLES } from "@/lib/profiles/affiliation";
import { exactCount } from "@/lib/text/counts";

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

const counted = (label: string, count: number | undefined) =>
  count === undefined ? label : `${label} · ${exactCount(count)}`;

const filterOf = (show: Choice) => (show === "everyone" ? {} : { state: show });

type Props = {
  /** The departments of each college, by its code. */
  departments: Readonly<Record<string, readonly Department[]>>;
};

/**
 * Everyone on the campus, who waits to be confirmed on top, else by name. The address names the
 * filters: `?show=`, `?role=`, `?department=`.
 */
export function PeopleScreen({ departments }: Props) {
  const t = useTranslate();
  const [param, setParam] = useSearchParam("show");
  const show: Choice = CHOICES.find(({ value }) => value === param)?.value ?? "everyone";
  const [roleParam, setRole] = useSearchParam("role");
  const role = MEMBER_ROLES.find((value) => value === roleParam);
  const [departmentParam, setDepartment] = useSearchParam("department");
  const all = new Map(
    Object.values(departments).flatMap((list) => list.map(({ code, name }) => [code, name])),
  );
  const department = departmentParam !== null && all.has(departmentParam) ? departmentParam : undefined;
  const [text, setText] = useState("");
  const q = useDebouncedValue(text.trim(), 300);
  const choice = { q, ...filterOf(show), ...(role && { role }), ...(department && { department }) };
  const query = useInfiniteQuery({ ...peopleOptions(choice), placeholderData: keepPreviousData });
  const { data: counts } = useQuery(peopleCountsOptions());
  const people = personItems.all(query.data);
  const content = () => {
    if (!query.data) return <RowsPlaceholder query={query} label={t("Loading people")} count={6} />;
    if (people.length === 0) {
      return (
        <EmptyState icon={SearchX} title={t("No one found")}>
          {q === "" ? t("No matches.") : t("Try the beginning of a name, a username or an address.")}
        </EmptyState>
      );
    }
    const list = (label: string, shown: CollegePerson[]) => (
      <ul aria-label={label} aria-busy={query.isFetching} className="divide-y divide-line">
        {shown.map((person) => (
          <li key={person._id} className="py-2.5 first:pt-0 last:pb-0">
            <PersonRow person={person} departments={departments[person.collegeName] ?? []} />
          </li>
        ))}
      </ul>
    );
    const waiting = people.filter(({ request }) => request !== null);
    const others = people.filter(({ request }) => request === null);
    return (
      <>
        {waiting.length > 0 && (
          <section className="flex flex-col gap-3 border-line border-b pb-4 last:border-0 last:pb-0">
            <h2 className="text-lg">{t("Waiting")}</h2>
            {list(t("Awaiting confirmation"), waiting)}
          </section>
        )}
        {others.length > 0 && list(t("People, by name"), others)}
      </>
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
        <div className="grid grid-cols-2 gap-3 md:max-w-lg">
          <SelectField
            label={t("Role at the college")}
            hideLabel
            value={role ?? ""}
            onChange={({ target }) => setRole(target.value || undefined)}
            options={[
              { value: "", label: t("All roles") },
              ...MEMBER_ROLES.map((value) => ({
                value,
                label: counted(t(MEMBER_ROLE_LABELS[value]), counts?.[value]),
              })),
            ]}
          />
          {all.size > 0 && (
            <SelectField
              label={t("Department")}
              hideLabel
              value={department ?? ""}
              onChange={({ target }) => setDepartment(target.value || undefined)}
              options={[
                { value: "", label: t("All departments") },
                ...Array.from(all, ([value, label]) => ({ value, label })),
              ]}
            />
          )}
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

const ImportDialog = lazyComponent(() =>
  import("@/components/college/import-dialog").then((module) => module.ImportDialog),
);

/** Opens the import of the college's list of addresses. */
export function ImportPeople() {
  const t = useTranslate();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        <Upload aria-hidden />
        {t("Import people")}
      </Button>
      {isOpen && <ImportDialog onClose={close} onLoadError={close} />}
    </>
  );
}
