"use client";

import type { ProfileProblems, ProfileValues } from "@/components/profiles/edit-profile-form";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import type { CollegeLists } from "@/lib/campus/campus";
import { useTranslate } from "@/lib/language/translate";
import { affiliationInWords } from "@/lib/profiles/affiliation";
import { BATCH_MIN, batchMax } from "@/lib/profiles/policy";
import type { OwnUser } from "@/lib/profiles/schema";

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** The years of graduation that can be chosen, the latest first. */
export const batchOptions = () =>
  Array.from({ length: batchMax() - BATCH_MIN + 1 }, (_, index) => optionOf(String(batchMax() - index)));

/** The choices of a college's list, with the code that is on the chip. */
export const codeOptions = (list: readonly { code: string; name: string }[]) =>
  list.map(({ code, name }) => ({ value: code, label: `${code} · ${name}` }));

const optionOf = (value: string) => ({ value, label: value });

type Props = {
  me: OwnUser;
  lists: CollegeLists;
  values: ProfileValues;
  problems: ProfileProblems;
  /** Why the server did not take another department or year. */
  conflict: string | null;
  onChange: (change: Partial<ProfileValues>) => void;
};

type ClassField = "department" | "programme" | "batch" | "section";

/** What someone is at the college. They cannot change what the college has confirmed. */
export function ClassFields({ me, lists, values, problems, conflict, onChange }: Props) {
  const t = useTranslate();
  const { role, department } = me.affiliation;
  const { departments, programmes } = lists;
  const selectOf = (name: ClassField, options: { value: string; label: string }[]) => ({
    name,
    value: values[name],
    error: problems[name] ? t(problems[name]) : null,
    options: [
      { value: "", label: t("Not set") },
      ...options,
      // A code that the college no longer lists.
      ...[values[name]].filter((code) => code && !options.some(({ value }) => value === code)).map(optionOf),
    ],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  });
  const programme = programmes.length > 0 && (
    <SelectField label={t("Programme")} {...selectOf("programme", codeOptions(programmes))} />
  );
  if (role !== "student") {
    const name = departments.find(({ code }) => code === department)?.name ?? department;
    return (
      <>
        <TextField
          label={t("At the college")}
          name="department"
          readOnly
          className="read-only:bg-sunken read-only:text-ink2"
          hint={t("Your college sets this. Please ask it to change it.")}
          value={[affiliationInWords(me.affiliation, t), name].filter(Boolean).join(" · ")}
        />
        {role === "alumni" && programme}
      </>
    );
  }
  const batch = selectOf("batch", batchOptions());
  return (
    <>
      {departments.length > 0 && (
        <SelectField label={t("Department")} {...selectOf("department", codeOptions(departments))} />
      )}
      {programme}
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label={t("Year of graduation")}
          {...batch}
          hint={t("You can change department and year twice a year.")}
          error={conflict ?? batch.error}
        />
        <SelectField
          label={t("Section (optional)")}
          {...selectOf("section", LETTERS.map(optionOf))}
          hint={t("Only people of your department see it.")}
        />
      </div>
    </>
  );
}
