import { useId } from "react";
import { batchOptions, codeOptions } from "@/components/profiles/class-fields";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import type { Department } from "@/lib/campus/campus";
import { useTranslate } from "@/lib/language/translate";
import { REQUESTED_ROLES } from "@/lib/profiles/affiliation-schema";

/** What a student says; empty for nothing. */
export type StudentValues = { department: string; batch: string; section: string };

type StudentProps = {
  departments: readonly Department[];
  values: StudentValues;
  onChange: (change: Partial<StudentValues>) => void;
  /** Whether the first takes the focus, where a press has opened them. */
  autoFocus?: boolean;
  hasSection?: boolean;
};

/** A student's department, year of graduation and section. */
export function StudentFields({
  departments,
  values,
  onChange,
  autoFocus = false,
  hasSection = true,
}: StudentProps) {
  const t = useTranslate();
  const none = { value: "", label: t("Not set") };
  return (
    <>
      <SelectField
        label={t("Department")}
        autoFocus={autoFocus}
        options={[none, ...codeOptions(departments)]}
        value={values.department}
        onChange={({ target }) => onChange({ department: target.value })}
      />
      <SelectField
        label={t("Year of graduation")}
        options={[none, ...batchOptions()]}
        value={values.batch}
        onChange={({ target }) => onChange({ batch: target.value })}
      />
      {hasSection && (
        <TextField
          label={t("Section (optional)")}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={1}
          hint={t("A letter. Only people of your department see it.")}
          value={values.section}
          onChange={({ target }) => onChange({ section: target.value.replace(/[^a-z]/gi, "").toUpperCase() })}
        />
      )}
    </>
  );
}

/** What someone who teaches or works here says. */
export type WorkValues = { role: (typeof REQUESTED_ROLES)[number]; department: string };

const ROLES = { faculty: "I teach", staff: "I work here" };

/** Whether a department is needed and missing: staff may have none. */
export const isDepartmentMissing = ({ role, department }: WorkValues, departments: readonly Department[]) =>
  role === "faculty" && department === "" && departments.length > 0;

type WorkProps = {
  departments: readonly Department[];
  values: WorkValues;
  /** Whether the form was sent without a department that is needed. */
  isMissing: boolean;
  onChange: (change: Partial<WorkValues>) => void;
};

/** Whether one teaches or works here, and in which department. */
export function WorkFields({ departments, values, isMissing, onChange }: WorkProps) {
  const t = useTranslate();
  const name = useId();
  return (
    <>
      <fieldset>
        <legend className="sr-only">{t("I teach or work here")}</legend>
        {REQUESTED_ROLES.map((role) => (
          <label
            key={role}
            className="-mx-2 flex min-h-11 cursor-pointer items-center gap-3 rounded-field px-2 hover:bg-sunken"
          >
            <input
              type="radio"
              name={name}
              checked={values.role === role}
              onChange={() => onChange({ role })}
              className="size-5 shrink-0 accent-brand"
            />
            {t(ROLES[role])}
          </label>
        ))}
      </fieldset>
      <SelectField
        label={t("Department")}
        name="workDepartment"
        options={[
          { value: "", label: values.role === "staff" ? t("None") : t("Please choose") },
          ...codeOptions(departments),
        ]}
        value={values.department}
        error={isMissing ? t("Please choose your department.") : null}
        hint={t("Your college confirms it. Until then only you see it.")}
        onChange={({ target }) => onChange({ department: target.value })}
      />
    </>
  );
}
