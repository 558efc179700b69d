import type { ReactNode } from "react";

/** One number of a list of definitions, above what it counts. */
export function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-ink2 text-sm">{label}</dt>
      <dd className="font-bold font-display text-2xl tabular-nums tracking-tight">{children}</dd>
    </div>
  );
}

const MINUTES = 60;
const HOURS = 24;

/** A median in the unit that fits: `40 min`, `3.5 h`, `2.1 days`. */
export function timeOf(hours: number | null): string {
  if (hours === null) return "–";
  if (hours < 1) return `${Math.round(hours * MINUTES)} min`;
  return hours < 2 * HOURS ? `${Number(hours.toFixed(1))} h` : `${Number((hours / HOURS).toFixed(1))} days`;
}
