import type { Ref } from "react";
import { controlStyle, Field } from "@/components/ui/field";
import { CODE_LENGTH, CODE_MINUTES } from "@/lib/accounts/policy";
import { useTranslate } from "@/lib/language/translate";
import { asciiDigits } from "@/lib/text/text";

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
