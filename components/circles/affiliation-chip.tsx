"use client";

import type { ReactNode } from "react";
import { cx } from "@/components/ui/cx";
import { useText } from "@/lib/language/text";
import { type AffiliationParts, affiliationInWords, affiliationLabel } from "@/lib/profiles/affiliation";

type Props = { affiliation: AffiliationParts; className?: string };

/** What someone is at the college, small beside their name: `CSE ’27`. Nothing when nothing is known. */
export function AffiliationChip({ affiliation, className }: Props) {
  const t = useText();
  const label = affiliationLabel(affiliation, t);
  if (label === "") return null;
  return (
    <span className={cx("max-w-full truncate font-normal text-ink2 text-xs", className)}>
      <span aria-hidden>{label}</span>
      <span className="sr-only">{affiliationInWords(affiliation, t)}</span>
    </span>
  );
}

/**
 * A name, which is cut when it is too long, with the chip in the room that is left: where it doesn't
 * fit, it wraps to below the line, which is not drawn but read aloud.
 */
export function NameLine({ affiliation, className, children }: Props & { children: ReactNode }) {
  return (
    <span
      className={cx(
        // Beyond its box, rings around what has the focus are still drawn.
        "flex h-[1lh] max-w-full flex-wrap items-baseline gap-x-1.5 gap-y-4 [clip-path:inset(-6px)]",
        className,
      )}
    >
      {children} <AffiliationChip affiliation={affiliation} />
    </span>
  );
}
