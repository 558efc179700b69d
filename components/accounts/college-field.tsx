"use client";

import type { ComponentProps } from "react";
import { ComboboxField } from "@/components/ui/combobox-field";
import { COLLEGES } from "@/lib/product";

const OPTIONS = COLLEGES.map(({ code, fullName, emailDomain }) => ({
  value: code,
  label: fullName,
  keywords: emailDomain,
}));

type Props = Omit<
  ComponentProps<typeof ComboboxField>,
  "options" | "name" | "placeholder" | "required" | "noMatch"
>;

/** Selects one of the supported colleges, found by full name, short name or domain. */
export function CollegeField(props: Props) {
  return (
    <ComboboxField
      {...props}
      name="collegeName"
      placeholder="College Name"
      options={OPTIONS}
      required
      noMatch={(typed) => `No college found for “${typed}”.`}
    />
  );
}
