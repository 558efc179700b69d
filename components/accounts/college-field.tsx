"use client";

import { type ComponentProps, useImperativeHandle, useRef } from "react";
import { ComboboxField } from "@/components/ui/combobox-field";
import { SelectField } from "@/components/ui/select-field";
import { usePreHydrationValue } from "@/lib/dom/field-hooks";
import { useTranslate } from "@/lib/language/translate";
import { COLLEGES } from "@/lib/product";

const OPTIONS = COLLEGES.map(({ code, fullName, emailDomains }) => ({
  value: code,
  label: fullName,
  keywords: emailDomains.join(" "),
}));

type Props = Omit<
  ComponentProps<typeof ComboboxField>,
  "options" | "name" | "placeholder" | "required" | "noMatch"
>;

/**
 * Selects one of the supported colleges. One is a native select; several are a field to search in,
 * by full name, short name or domain.
 */
export const CollegeField = COLLEGES.length === 1 ? CollegeSelect : CollegeSearch;

function CollegeSelect({ ref, onChange, ...field }: Props) {
  const t = useTranslate();
  const select = useRef<HTMLSelectElement>(null);
  useImperativeHandle(ref, () => select.current as HTMLSelectElement);
  usePreHydrationValue(select, field.value, onChange);
  return (
    <SelectField
      {...field}
      ref={select}
      name="collegeName"
      placeholder={t("College Name")}
      options={OPTIONS}
      required
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/**
 * The form's field is a native select that no one sees: it is what browsers fill in and password
 * managers know.
 */
function CollegeSearch(props: Props) {
  const t = useTranslate();
  const { value, onChange, disabled } = props;
  const select = useRef<HTMLSelectElement>(null);
  usePreHydrationValue(select, value, onChange);
  return (
    <div className="relative">
      <ComboboxField
        {...props}
        placeholder={t("College Name")}
        options={OPTIONS}
        required
        noMatch={(typed) => t("No college found for “{typed}”.", { typed })}
      />
      <select
        ref={select}
        name="collegeName"
        aria-hidden
        tabIndex={-1}
        className="sr-only"
        disabled={disabled}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">{t("College Name")}</option>
        {OPTIONS.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
