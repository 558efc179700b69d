"use client";

import { Search, X } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { cx } from "@/components/ui/cx";
import { Spinner } from "@/components/ui/progress";

type Props = Omit<ComponentProps<"input">, "onChange" | "value" | "type"> & {
  label: string;
  value: string;
  onChange: (value: string) => void;
  isPending?: boolean;
  className?: string;
  /** Rendered after the input, in the same positioned container. */
  children?: ReactNode;
};

/** A search input with a button that clears it. */
export function SearchField({
  label,
  value,
  onChange,
  isPending = false,
  className,
  children,
  ...input
}: Props) {
  return (
    <div className={cx("relative", className)}>
      {isPending ? (
        <Spinner className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-4 text-brand" />
      ) : (
        <Search
          aria-hidden
          className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-4 size-5 text-ink2"
        />
      )}
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        maxLength={200}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        onChange={(event) => onChange(event.target.value)}
        className="min-h-11 w-full rounded-full border border-line bg-surface text-field pr-12 pl-12 transition-[border-color] hover:border-line-strong focus:border-brand [&::-webkit-search-cancel-button]:hidden"
        {...input}
      />
      {value !== "" && (
        <button
          type="button"
          aria-label="Clear search"
          title="Clear search"
          onClick={(event) => {
            onChange("");
            event.currentTarget.parentElement?.querySelector("input")?.focus();
          }}
          className="absolute top-0 right-0.5 grid size-11 place-items-center rounded-full text-ink2 hover:text-ink"
        >
          <X aria-hidden className="size-4.5" />
        </button>
      )}
      {children}
    </div>
  );
}
