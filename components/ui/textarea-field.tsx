import type { ComponentProps } from "react";
import { controlStyle, Field, type FieldProps } from "@/components/ui/field";

type Props = FieldProps & Omit<ComponentProps<"textarea">, "id" | "aria-describedby" | "aria-invalid">;

/** A multi-line text input. It grows with its content where the browser supports that. */
export function TextareaField({
  label,
  hideLabel,
  hint,
  error,
  success,
  invalid,
  className,
  rows = 3,
  ...area
}: Props) {
  return (
    <Field label={label} hideLabel={hideLabel} hint={hint} error={error} success={success} invalid={invalid}>
      {(control) => (
        <textarea
          {...area}
          {...control}
          rows={rows}
          className={`${controlStyle({ error, success, invalid })} field-sizing-content max-h-96 min-h-24 resize-none py-3 ${className ?? ""}`}
        />
      )}
    </Field>
  );
}
