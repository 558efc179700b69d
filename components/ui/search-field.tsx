"use client";

import { Search, X } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { cx } from "@/components/ui/cx";
import { Spinner } from "@/components/ui/progress";
import { useTranslate } from "@/lib/language/translate";
import { SEARCH_MAX } from "@/lib/text/errors";

type Props = Omit<ComponentProps<"input">, "onChange" | "value" | "type"> & {
  label: string;
  value: string;
  onChange: (value: string) => void;
  isPending?: boolean;
  /** In a form: the magnifier is its button. */
  isForm?: boolean;
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
  isForm = false,
  className,
  children,
  ...input
}: Props) {
  const t = useTranslate();
  return (
    <div className={cx("relative", className)}>
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        maxLength={SEARCH_MAX}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        onChange={(event) => onChange(event.target.value)}
        className="min-h-11 w-full rounded-full border border-line bg-surface text-field pr-12 pl-12 placeholder-shown:pr-4 transition-[border-color] hover:border-line-strong focus:border-brand [&::-webkit-search-cancel-button]:hidden"
        {...input}
      />
      <Magnifier isPending={isPending} isForm={isForm} />
      {value !== "" && (
        <button
          type="button"
          aria-label={t("Clear search")}
          title={t("Clear search")}
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

const MAGNIFIER = "absolute top-0 left-1.5 grid size-11 place-items-center rounded-full";

/** It follows the input, so that the keyboard reaches the input first. */
function Magnifier({ isPending, isForm }: { isPending: boolean; isForm: boolean }) {
  const t = useTranslate();
  const icon = isPending ? (
    <Spinner className="text-brand" />
  ) : (
    <Search aria-hidden className="size-5 text-ink2" />
  );
  if (!isForm) return <span className={`pointer-events-none ${MAGNIFIER}`}>{icon}</span>;
  return (
    <button type="submit" aria-label={t("Search")} title={t("Search")} className={MAGNIFIER}>
      {icon}
    </button>
  );
}
