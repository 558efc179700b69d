import type { ComponentProps } from "react";
import { controlStyle, Field, type FieldProps } from "@/components/ui/field";
import { useDebouncedValue } from "@/lib/dom/field-hooks";
import { useTranslate } from "@/lib/language/translate";

type Props = FieldProps & Omit<ComponentProps<"input">, "id" | "aria-describedby" | "aria-invalid">;

/** A single-line text input with label, hint and message. */
export function TextField({ label, hideLabel, hint, error, success, invalid, className, ...input }: Props) {
  return (
    <Field label={label} hideLabel={hideLabel} hint={hint} error={error} success={success} invalid={invalid}>
      {(control) => (
        <input
          type="text"
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

type CounterProps = {
  count: number;
  max: number;
  id?: string;
  /** Hides the counter below this count; what is too much is announced all the same. */
  from?: number;
};

/** How long to wait for a pause in typing before saying how much is too much. */
const ANNOUNCE_DELAY_MS = 500;

/**
 * Characters used of a limit, as people count them. Highlighted near the limit, and announced
 * beyond it.
 */
export function CharCounter({ count, max, id, from = 0 }: CounterProps) {
  const t = useTranslate();
  const left = max - count;
  const tooMany =
    left < 0 ? t("{count, plural, one {# character} other {# characters}} too many", { count: -left }) : "";
  const announced = useDebouncedValue(tooMany, ANNOUNCE_DELAY_MS);
  const tone = left < 0 ? "font-semibold text-danger" : left <= max / 20 ? "text-gold-ink" : "text-ink2";
  return (
    <span id={id} className={count >= from ? `text-sm tabular-nums ${tone}` : "sr-only"}>
      {count >= from && (
        <>
          <span aria-hidden>
            {count}/{max}
          </span>
          {!tooMany && <span className="sr-only">{t("{count} of {max} characters", { count, max })}</span>}
        </>
      )}
      {/* Always rendered: a live region must exist before its text, or screen readers skip it. */}
      <span aria-live="polite" className="sr-only">
        {announced}
      </span>
    </span>
  );
}
