"use client";

import { SelectField } from "@/components/ui/select-field";
import { useTranslate } from "@/lib/language/translate";
import type { PeopleParam, PeopleParams } from "@/lib/people-search/client/queries";
import type { PeopleAnswer } from "@/lib/people-search/people-schema";
import { LETTERS } from "@/lib/people-search/policy";
import { COLLEGES } from "@/lib/product";
import type { MemberRole } from "@/lib/profiles/affiliation";
import type { OwnUser } from "@/lib/profiles/schema";
import { exactCount } from "@/lib/text/counts";

/** A department or programme of the campus file. */
export type Entry = { code: string; name: string };

const ROLES: Record<MemberRole, string> = {
  student: "Students",
  alumni: "Alumni",
  faculty: "Faculty",
  staff: "Staff",
};

type Props = {
  choice: PeopleParams;
  facets: PeopleAnswer["facets"] | undefined;
  departments: readonly Entry[];
  programmes: readonly Entry[];
  me: OwnUser | null | undefined;
  onChange: (change: PeopleParams) => void;
};

/** What narrows the list, with how many people each choice would give. */
export function PeopleFilters({ choice, facets, departments, programmes, me, onChange }: Props) {
  const t = useTranslate();
  const nameOf = (list: readonly Entry[], code: string) =>
    list.find((entry) => entry.code === code)?.name ?? "";
  const isOwnDepartment = choice.department !== undefined && choice.department === me?.affiliation.department;
  const select = (name: PeopleParam, label: string, options: Option[], shown = label) => (
    <SelectField
      label={label}
      hideLabel
      value={choice[name] ?? ""}
      onChange={(event) => onChange({ [name]: event.target.value })}
      options={[{ value: "", label: shown }, ...options]}
    />
  );
  /** The values that someone has, and the one that is chosen. */
  const counted = (
    name: keyof PeopleAnswer["facets"],
    labelOf: (value: string, count: string) => string,
  ): Option[] => {
    const counts = (facets?.[name] ?? []).map(({ value, count }) => ({ value: String(value), count }));
    const chosen = choice[name];
    const isMissing = chosen !== undefined && !counts.some(({ value }) => value === chosen);
    return [...counts, ...(isMissing ? [{ value: chosen, count: 0 }] : [])].map(({ value, count }) => ({
      value,
      label: labelOf(value, exactCount(count)),
    }));
  };
  return (
    <fieldset className="grid min-w-0 grid-cols-[repeat(auto-fit,minmax(min(100%,max(8.75rem,34%)),1fr))] gap-2">
      <legend className="sr-only">{t("Filters")}</legend>
      {select(
        "department",
        t("Department"),
        // The code and the count first: a phone shows no more of it.
        counted("department", (code, count) => `${code} (${count}) ${nameOf(departments, code)}`.trim()),
      )}
      {select(
        "batch",
        t("Year of graduation"),
        counted("batch", (year, count) => `${year} (${count})`),
        // The whole label is too long for a phone.
        t("Year"),
      )}
      {(isOwnDepartment || choice.section) &&
        select(
          "section",
          t("Section"),
          LETTERS.map((letter) => ({ value: letter, label: t("Section {letter}", { letter }) })),
        )}
      {select(
        "role",
        t("Role"),
        counted("role", (role, count) => `${t(ROLES[role as MemberRole] ?? role)} (${count})`),
      )}
      {select(
        "programme",
        t("Programme"),
        programmes.map(({ code }) => ({ value: code, label: nameOf(programmes, code) || code })),
      )}
      {COLLEGES.length > 1 &&
        select(
          "college",
          t("College"),
          COLLEGES.map(({ code, fullName }) => ({ value: code, label: fullName })),
        )}
    </fieldset>
  );
}

type Option = { value: string; label: string };
