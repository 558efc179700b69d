import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { controlStyle, Field, type FieldProps } from "@/components/ui/field";

type Props = FieldProps &
  Omit<ComponentProps<"select">, "id" | "aria-describedby" | "aria-invalid" | "children"> & {
    options: readonly { value: string; label: string }[];
    /** Shown until an option is selected; cannot be selected again. */
    placeholder?: string;
  };

/** A native select in our style, so that phones show their own picker. */
export function SelectField({
  label,
  hideLabel,
  hint,
  error,
  success,
  invalid,
  options,
  placeholder,
  className,
  ...select
}: Props) {
  return (
    <Field label={label} hideLabel={hideLabel} hint={hint} error={error} success={success} invalid={invalid}>
      {(control) => (
        <div className="relative">
          <select
            {...select}
            {...control}
            className={`${controlStyle({ error, success, invalid })} min-h-12 appearance-none truncate pr-11 has-[option[value='']:checked]:text-ink2 ${className ?? ""}`}
          >
            {placeholder && (
              <option value="" disabled>
                {placeholder}
              </option>
            )}
            {options.map((option) => (
              <option key={option.value} value={option.value} className="text-ink">
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden
            className="pointer-events-none absolute top-1/2 right-4 size-5 -translate-y-1/2 text-ink2"
          />
        </div>
      )}
    </Field>
  );
}
