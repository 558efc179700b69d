"use client";

import type { ComponentProps, ReactNode } from "react";
import { cx } from "@/components/ui/cx";

type Tone = "plain" | "brand" | "danger" | "onMedia";

const TONES: Record<Tone, string> = {
  plain: "text-ink2 hover:bg-sunken hover:text-ink",
  brand: "text-brand hover:bg-soft",
  danger: "text-ink2 hover:bg-danger-soft hover:text-danger",
  // For pictures and videos, whose colours are unknown.
  onMedia: "focus-on-media forced-colors:border bg-black/60 text-white backdrop-blur-sm hover:bg-black/75",
};

type Props = Omit<ComponentProps<"button">, "aria-label"> & {
  /** The accessible name, also shown as a tooltip. */
  label: string;
  tone?: Tone;
  children: ReactNode;
};

/** A button with an icon, 44px square. */
export function IconButton({ label, tone = "plain", type = "button", className, children, ...rest }: Props) {
  return (
    <button
      type={type}
      aria-label={label}
      title={label}
      className={cx(
        "relative inline-grid size-11 shrink-0 place-items-center rounded-full",
        "transition-[background-color,color,opacity,transform] active:scale-95",
        "disabled:pointer-events-none disabled:opacity-50 [&_svg]:size-5",
        TONES[tone],
        className,
      )}
      {...rest}
    >
      {children}
    </button>
  );
}
