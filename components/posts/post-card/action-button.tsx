"use client";

import type { ComponentProps, ReactNode } from "react";
import { cx } from "@/components/ui/cx";
import { formatCount } from "@/lib/text/counts";

type ActionProps = Omit<ComponentProps<"button">, "children" | "aria-label"> & {
  label: string;
  /** The accessible name, where it says more than the label. It contains the visible text. */
  name?: string;
  icon: ReactNode;
  /** Shown beside the icon: the count, or a label while it is zero. */
  text?: string | undefined;
};

/** Room for counts up to `99.9K`, so that a growing count does not push its neighbours. */
export const COUNT_WIDTH = 4;

/** What an action with a count shows, and its name: `Comment`, and from one on `Comment, 4 comments`. */
export function counted(label: string, count: number): { name: string; text: string } {
  if (count === 0) return { name: label, text: label };
  const text = formatCount(count);
  return { name: `${label}, ${text} ${label.toLowerCase()}${count === 1 ? "" : "s"}`, text };
}

/** An action below a post. */
export function ActionButton({ label, name = label, icon, text, className, ...rest }: ActionProps) {
  return (
    <button
      type="button"
      aria-label={name}
      className={cx(
        "-mx-1 inline-flex min-h-11 min-w-11 items-center gap-2 rounded-full px-2 font-medium text-ink2 text-label tabular-nums transition-colors hover:bg-sunken [&_svg]:size-[1.375rem]",
        className,
      )}
      {...rest}
    >
      {icon}
      {text !== undefined && (
        <span
          className="text-left max-xs:min-w-0!"
          style={{ minWidth: `${Math.max(COUNT_WIDTH, label.length)}ch` }}
        >
          {text}
        </span>
      )}
    </button>
  );
}
