"use client";

import type { ComponentProps, ReactNode } from "react";
import { cx } from "@/components/ui/cx";
import type { Translate } from "@/lib/language/translator";
import { formatCount } from "@/lib/text/counts";

type ActionProps = Omit<ComponentProps<"button">, "children" | "aria-label"> & {
  /** The accessible name, which contains the visible text. */
  name: string;
  icon: ReactNode;
  /** Shown behind the icon. */
  text?: string | undefined;
};

type Named = { name: string; text?: string };

/** What Comment is named, and shows: from one on `Comment, 4 comments`. */
export function commentsName(count: number, t: Translate): Named {
  if (count === 0) return { name: t("Comment") };
  const text = formatCount(count);
  return {
    name: t("Comment, {count, plural, one {{text} comment} other {{text} comments}}", { count, text }),
    text,
  };
}

/** What Share is named, and shows: from one on `Share, 4 shares`. */
export function sharesName(count: number, t: Translate): Named {
  if (count === 0) return { name: t("Share") };
  const text = formatCount(count);
  return {
    name: t("Share, {count, plural, one {{text} share} other {{text} shares}}", { count, text }),
    text,
  };
}

/**
 * Room for an icon and a count up to `99.9K`, so that each action of each post is at the same
 * place; less on narrow screens and next to large text.
 */
export const ACTION_WIDTH = "min-w-[min(5.5rem,22vw)]";

/** An action below a post. */
export function ActionButton({ name, icon, text, className, ...rest }: ActionProps) {
  return (
    <button
      type="button"
      aria-label={name}
      title={text === undefined ? name : undefined}
      className={cx(
        "inline-flex min-h-11 items-center gap-2 rounded-full px-2 font-medium text-ink2 text-label tabular-nums transition-colors hover:bg-sunken [&_svg]:size-[1.375rem] [&_svg]:shrink-0",
        className,
      )}
      {...rest}
    >
      {icon}
      {text !== undefined && <span>{text}</span>}
    </button>
  );
}
