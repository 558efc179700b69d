import type { ComponentProps } from "react";
import { controlStyle, Field, type FieldProps } from "@/components/ui/field";

type Props = FieldProps & Omit<ComponentProps<"input">, "id" | "aria-describedby" | "aria-invalid">;

/** A single-line text input with label, hint and message. */
export function TextField({ label, hideLabel, hint, error, success, invalid, className, ...input }: Props) {
  return (
    <Field label={label} hideLabel={hideLabel} hint={hint} error={error} success={success} invalid={invalid}>
      {(control) => (
        <input
          {...input}
          {...control}
          className={`${controlStyle({ error, success, invalid })} min-h-12 ${className ?? ""}`}
        />
      )}
    </Field>
  );
}
