import type { ReactNode } from "react";
import { cx } from "@/components/ui/cx";

export type BadgeTone = "brand" | "gold" | "alert" | "neutral";

const TONES: Record<BadgeTone, string> = {
  brand: "bg-soft text-brand",
  gold: "bg-gold-soft text-gold-ink",
  // For counts that need attention.
  alert: "bg-danger text-on-danger",
  neutral: "bg-sunken text-ink2",
};

/** A short label or count for the element next to it. */
export function Badge({
  tone = "brand",
  className,
  children,
}: {
  tone?: BadgeTone;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={cx(
        "inline-flex items-center gap-1 whitespace-nowrap rounded-full px-2.5 forced-colors:border py-1 font-semibold text-xs [&_svg]:size-3.5",
        TONES[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
