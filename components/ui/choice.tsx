"use client";

import type { LucideIcon } from "lucide-react";
import { useId } from "react";

/** One of a few options, side by side. Arrow keys move between them; it takes effect at once. */
export function Choice<Value extends string>({
  label,
  hint,
  options,
  value,
  onChange,
}: {
  label: string;
  hint: string;
  options: readonly { value: Value; label: string; Icon: LucideIcon }[];
  value: Value;
  onChange: (value: Value) => void;
}) {
  const id = useId();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-48">
        <p id={id} className="font-medium">
          {label}
        </p>
        <p id={`${id}-hint`} className="text-ink2 text-sm">
          {hint}
        </p>
      </div>
      <div
        role="radiogroup"
        aria-labelledby={id}
        aria-describedby={`${id}-hint`}
        className="flex flex-wrap gap-1 rounded-3xl bg-sunken p-1"
      >
        {options.map(({ value: option, label: text, Icon }) => (
          <label
            key={option}
            className="touch-target flex min-h-9 cursor-pointer items-center gap-1.5 rounded-full px-3 max-xs:px-2 font-semibold text-ink2 text-label outline-brand outline-offset-2 transition-colors hover:text-ink has-checked:bg-surface has-checked:text-brand has-checked:shadow-(--shadow-soft) has-focus-visible:outline-2"
          >
            <input
              type="radio"
              name={id}
              checked={option === value}
              onChange={() => onChange(option)}
              className="absolute inset-0 z-1 cursor-pointer opacity-0"
            />
            <Icon aria-hidden className="size-4 max-md:hidden" />
            {text}
          </label>
        ))}
      </div>
    </div>
  );
}
