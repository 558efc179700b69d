"use client";

import type { ComponentProps, Ref } from "react";
import { controlStyle, Field } from "@/components/ui/field";
import { TextField } from "@/components/ui/text-field";
import { useRegistrationDraft } from "@/lib/accounts/client/sign-up";
import { CODE_LENGTH, CODE_MINUTES } from "@/lib/accounts/policy";
import { useTranslate } from "@/lib/language/translate";
import { COLLEGES, findCollege } from "@/lib/product";
import { asciiDigits } from "@/lib/text/text";

/** The longest address mail can be sent to, in characters (RFC 5321). */
const ADDRESS_MAX = 254;

type EmailProps = Omit<
  ComponentProps<typeof TextField>,
  "type" | "name" | "inputMode" | "value" | "onChange"
> & {
  value: string;
  onChange: (typed: string) => void;
};

/** A text field for an email address, with the matching keyboard and autofill. */
export function EmailField({ onChange, ...field }: EmailProps) {
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

/**
 * The one-time code in a single field, so that phones can offer the code from a message and pasting
 * works. Accepts digits only. There is no maxlength: it would cut `12 34 56` before the spaces are
 * removed.
 */
export function CodeField({
  ref,
  value,
  error,
  onChange,
}: {
  ref: Ref<HTMLInputElement>;
  value: string;
  error: string | null;
  onChange: (code: string) => void;
}) {
  const t = useTranslate();
  return (
    <Field
      label={t("Verification code")}
      hint={t("It expires in {minutes} minutes. Can't find it? Check your spam folder.", {
        minutes: CODE_MINUTES,
      })}
      error={error}
    >
      {(control) => (
        <input
          {...control}
          ref={ref}
          type="text"
          name="otp"
          inputMode="numeric"
          pattern="[0-9]*"
          autoComplete="one-time-code"
          required
          placeholder={t("Enter 6-digit code")}
          value={value}
          onChange={(event) =>
            onChange(asciiDigits(event.target.value).replace(/\D/g, "").slice(0, CODE_LENGTH))
          }
          className={`${controlStyle({ error })} min-h-14 text-center font-semibold not-placeholder-shown:text-2xl not-placeholder-shown:tabular-nums not-placeholder-shown:tracking-[0.35em] not-placeholder-shown:indent-[0.35em] placeholder:font-normal`}
        />
      )}
    </Field>
  );
}
