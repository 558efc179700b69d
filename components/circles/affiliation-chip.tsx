"use client";

import type { ReactNode } from "react";
import { cx } from "@/components/ui/cx";
import { useTranslate } from "@/lib/language/translate";
import { affiliationInWords, affiliationLabel } from "@/lib/profiles/affiliation";
import type { Affiliation } from "@/lib/profiles/schema";

type Props = { affiliation: Affiliation; className?: string };

/** What someone is at the college, small next to their name: `CSE ’27`. Nothing when unknown. */
export function AffiliationChip({ affiliation, className }: Props) {
  if (affiliation.label === "") return null;
  return (
    <span className={cx("max-w-full truncate font-normal font-sans text-ink2 text-xs", className)}>
      <AffiliationText affiliation={affiliation} />
    </span>
  );
}

/** The same within other text. */
export function AffiliationText({ affiliation }: { affiliation: Affiliation }) {
  const t = useTranslate();
  return (
    // Relative, so that what is read aloud stays within a row that scrolls, and doesn't widen the page.
    <span className="relative">
      <span aria-hidden>{affiliationLabel(affiliation, t)}</span>
      <span className="sr-only">{affiliationInWords(affiliation, t)}</span>
    </span>
  );
}

type LineProps = {
  /** Without one it is a name alone. */
  affiliation: Affiliation | undefined;
  /** For rows that may be taller: a chip without room is below the name. */
  wraps?: boolean;
  className?: string;
  children: ReactNode;
};

/**
 * A name, which is cut when it is too long, with the chip in the room that is left: where it
 * doesn't fit, it wraps to below the line, which is not drawn but read aloud.
 */
export function NameLine({ affiliation, wraps = false, className, children }: LineProps) {
  return (
    <span
      className={cx(
        "flex max-w-full flex-wrap items-baseline gap-x-1.5",
        // Beyond its box, rings around what has the focus are still drawn.
        !wraps && "h-[1lh] gap-y-4 [clip-path:inset(-6px)]",
        className,
      )}
    >
      {children} {affiliation && <AffiliationChip affiliation={affiliation} />}
    </span>
  );
}
