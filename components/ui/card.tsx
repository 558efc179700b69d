import type { ComponentProps } from "react";
import { cx } from "@/components/ui/cx";

type Props = ComponentProps<"div"> & {
  /** Runs from edge to edge below 768px. */
  bleed?: boolean;
};

/** The surface things stand on. */
export function Card({ bleed = false, className, ...rest }: Props) {
  return <div className={cx(bleed ? "card-bleed" : "card", className)} {...rest} />;
}
