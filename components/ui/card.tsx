import type { ComponentProps } from "react";
import { cx } from "@/components/ui/cx";

type Props = ComponentProps<"div"> & {
  /** Spans the full width of the screen below 768px. */
  bleed?: boolean;
};

/** A surface for content. */
export function Card({ bleed = false, className, ...rest }: Props) {
  return <div className={cx(bleed ? "card-bleed" : "card", className)} {...rest} />;
}
