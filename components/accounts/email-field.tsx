"use client";

import type { ComponentProps } from "react";
import { TextField } from "@/components/ui/text-field";
import { useRegistrationDraft } from "@/lib/accounts/client/sign-up";
import { COLLEGES, findCollege } from "@/lib/product";

/** The longest address mail can be sent to, in characters (RFC 5321). */
const ADDRESS_MAX = 254;

type Props = Omit<ComponentProps<typeof TextField>, "type" | "name" | "inputMode" | "value" | "onChange"> & {
  value: string;
  onChange: (typed: string) => void;
};

/** A text field for an email address, with the matching keyboard and autofill. */
export function EmailField({ onChange, ...field }: Props) {
  const { collegeName } = useRegistrationDraft();
  // The chosen college's domain, or any as an example.
  const [domain] = (findCollege(collegeName) ?? COLLEGES[0]).emailDomains;
  return (
    <TextField
      type="email"
      name="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      required
      maxLength={ADDRESS_MAX}
      placeholder={`you@${domain}`}
      {...field}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
