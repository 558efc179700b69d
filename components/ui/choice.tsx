"use client";

import type { LucideIcon } from "lucide-react";
import * as RadioGroup from "radix-ui/radio-group";
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
      <RadioGroup.Root
        aria-labelledby={id}
        aria-describedby={`${id}-hint`}
        value={value}
        onValueChange={(next) => onChange(next as Value)}
        className="flex gap-1 rounded-full bg-sunken p-1"
      >
        {options.map(({ value: option, label: text, Icon }) => (
          <RadioGroup.Item
            key={option}
            value={option}
            className="touch-target flex min-h-9 items-center gap-1.5 rounded-full px-3 font-semibold text-ink2 text-label transition-colors hover:text-ink data-[state=checked]:bg-surface data-[state=checked]:text-brand data-[state=checked]:shadow-(--shadow-soft)"
          >
            <Icon aria-hidden className="size-4" />
            {text}
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </div>
  );
}
