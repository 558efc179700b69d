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

type AreaProps = FieldProps & Omit<ComponentProps<"textarea">, "id" | "aria-describedby" | "aria-invalid">;

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
}: AreaProps) {
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

/** Characters used of a limit, as people count them. Highlighted near the limit and beyond. */
export function CharCounter({ count, max, id }: { count: number; max: number; id?: string }) {
  const left = max - count;
  const tone = left < 0 ? "font-semibold text-danger" : left <= max / 20 ? "text-gold-ink" : "text-ink2";
  return (
    <span id={id} className={`text-sm tabular-nums ${tone}`}>
      <span aria-hidden>
        {count}/{max}
      </span>
      <span className="sr-only">
        {left < 0 ? `${-left} characters too many` : `${count} of ${max} characters`}
      </span>
    </span>
  );
}
