"use client";

import { ChevronDown } from "lucide-react";
import { type ReactNode, useId } from "react";
import { cx } from "@/components/ui/cx";

type Props = {
  /** The accessible name of the region. */
  label: string;
  icon: ReactNode;
  title: ReactNode;
  isOpen: boolean;
  onToggle: () => void;
  /** At the end of the row, while it is open. */
  action: ReactNode;
  children: ReactNode;
};

/** One row above a page's content, which unfolds. */
export function FoldedCard({ label, icon, title, isOpen, onToggle, action, children }: Props) {
  const contentId = useId();
  return (
    <section aria-label={label} className="card-bleed md:mb-4">
      <div className="flex items-center pr-1.5">
        <h2 className="min-w-0 flex-1 font-sans tracking-normal">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? contentId : undefined}
            onClick={onToggle}
            className="flex min-h-11 w-full items-center gap-3 rounded-field pr-2.5 pl-4 text-left font-normal text-label md:min-h-12 md:pl-5"
          >
            {icon}
            <span className={cx("min-w-0 flex-1", !isOpen && "truncate print:whitespace-normal")}>
              {title}
            </span>
            <ChevronDown
              aria-hidden
              className={cx("size-4.5 shrink-0 text-ink2 transition-transform", isOpen && "rotate-180")}
            />
          </button>
        </h2>
        {isOpen && action}
      </div>
      {isOpen && (
        <div id={contentId} className="px-4 pb-4 md:px-5">
          {children}
        </div>
      )}
    </section>
  );
}
