"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { OUTCOME_LABELS, reasonLabel } from "@/components/moderation/labels";
import { RowsPlaceholder } from "@/components/moderation/list-states";
import { Card } from "@/components/ui/card";
import { useTranslate } from "@/lib/language/translate";
import { numbersOptions } from "@/lib/moderation/client/queries";
import type { NumbersAnswer } from "@/lib/moderation/staff-schema";
import { OUTCOMES, type Outcome, REPORT_REASONS, type ReportReason } from "@/lib/reports/policy";
import { exactCount } from "@/lib/text/counts";

/** How much waits, how fast it is decided, and to what. */
export function ModerationNumbers() {
  const t = useTranslate();
  const query = useQuery(numbersOptions());
  if (!query.data) {
    return (
      <Card bleed>
        <RowsPlaceholder padded query={query} label={t("Loading numbers")} count={2} />
      </Card>
    );
  }
  const { openCases, overdueCases, openAppeals, hoursToFirstDecision, outcomesByReason } = query.data;
  return (
    <>
      <Card bleed className="p-4 md:p-6">
        <h2 className="mb-3 text-lg">{t("Moderation")}</h2>
        <dl className="grid grid-cols-1 gap-4 xs:grid-cols-2 md:grid-cols-4">
          <Figure label={t("Open cases")}>{exactCount(openCases)}</Figure>
          <Figure label={t("Overdue cases")}>{exactCount(overdueCases)}</Figure>
          <Figure label={t("Open appeals")}>{exactCount(openAppeals)}</Figure>
          <Figure label={t("Median time to the first decision")}>{timeOf(hoursToFirstDecision)}</Figure>
        </dl>
      </Card>
      <Card bleed className="p-4 md:p-6">
        <h2 className="mb-3 text-lg">{t("Decisions of the last 30 days")}</h2>
        {outcomesByReason.length === 0 ? (
          <p className="text-ink2">{t("None yet.")}</p>
        ) : (
          <OutcomesTable rows={outcomesByReason} />
        )}
      </Card>
    </>
  );
}

/** A row for each reason that was reported, a column for each outcome. */
function OutcomesTable({ rows }: { rows: NumbersAnswer["outcomesByReason"] }) {
  const t = useTranslate();
  const countFor = (reason: ReportReason | null, outcome: Outcome) =>
    rows.find((row) => row.reason === reason && row.outcome === outcome)?.count ?? 0;
  const reasons = [...REPORT_REASONS, null].filter((reason) => rows.some((row) => row.reason === reason));
  return (
    <section
      aria-label={t("Outcomes by reason")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard could not scroll the table
      tabIndex={0}
      className="-mx-4 scroll-shadow-x px-4 md:-mx-6 md:px-6"
    >
      <table className="w-full min-w-112 border-collapse text-left text-label">
        <thead>
          <tr className="border-line border-b text-ink2 text-sm">
            <th scope="col" className="py-2 pr-3 font-semibold">
              {t("Reported as")}
            </th>
            {OUTCOMES.map((outcome) => (
              <th key={outcome} scope="col" className="px-2 py-2 text-right font-semibold">
                {t(OUTCOME_LABELS[outcome])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {reasons.map((reason) => (
            <tr key={reason ?? "none"} className="border-line border-b last:border-b-0">
              <th scope="row" className="py-2.5 pr-3 font-medium">
                {reason ? t(reasonLabel(reason)) : t("Not reported")}
              </th>
              {OUTCOMES.map((outcome) => {
                const count = countFor(reason, outcome);
                return (
                  <td
                    key={outcome}
                    className={`px-2 py-2.5 text-right tabular-nums ${count ? "" : "text-ink2"}`}
                  >
                    {exactCount(count)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

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
