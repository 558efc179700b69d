"use client";

import { CaseBadges, PersonLink } from "@/components/moderation/case-parts";
import { reasonLabel } from "@/components/moderation/labels";
import { Card } from "@/components/ui/card";
import { RelativeTime } from "@/components/ui/relative-time";
import { useTranslate } from "@/lib/language/translate";
import { DELETED_MEMBER } from "@/lib/messages/policy";
import type { CaseDetail } from "@/lib/moderation/schema";
import type { Evidence } from "@/lib/reports/schema";
import { isolated } from "@/lib/text/names";

/** Why it was reported, by whom for admins, in which words, and with what evidence. */
export function CaseReports({ item }: { item: CaseDetail }) {
  const t = useTranslate();
  const { reports, reportsCount, areReportersShown, isHeld } = item;
  return (
    <Card bleed className="flex flex-col p-4 md:not-short:p-6">
      <h2 className="mb-2 text-lg">
        {reportsCount === 0
          ? t("Not reported")
          : t("{reportsCount, plural, one {# report} other {# reports}}", { reportsCount })}
      </h2>
      {reportsCount === 0 ? (
        <p className="text-ink2">
          {isHeld
            ? t("This was held for review automatically.")
            : t("The staff opened this case themselves.")}
        </p>
      ) : (
        <CaseBadges item={item} />
      )}
      {reports.length > 0 && !areReportersShown && (
        <p className="mt-2 text-ink2 text-sm">{t("Only admins who are not involved see who reported.")}</p>
      )}
      {reports.length > 0 && (
        <ul aria-label={t("Reports")} className="mt-2 divide-y divide-line">
          {reports.map((report) => (
            <li key={report._id} className="flex flex-col gap-2 py-3.5 last:pb-0">
              <div className="flex flex-wrap items-center justify-between gap-x-3">
                {areReportersShown ? (
                  <PersonLink person={report.reporter} />
                ) : (
                  <span className="text-ink2">{t("A member")}</span>
                )}
                <RelativeTime at={report.createdAt} style="spoken" className="text-ink2 text-sm" />
              </div>
              {report.record && <Record record={report.record} />}
              <p className="text-label">
                <span className="font-semibold">{t(reasonLabel(report.reason))}</span>
              </p>
              {report.text && <p className="free-text">{report.text}</p>}
              <EvidenceList evidence={report.evidence} item={item} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

type RecordProps = { record: NonNullable<CaseDetail["reports"][number]["record"]> };

/** How far the reporter's other reports were right. */
function Record({ record: { right, decided } }: RecordProps) {
  const t = useTranslate();
  return (
    <p className="text-ink2 text-sm">
      {decided === 0
        ? t("No other report of theirs was decided yet.")
        : t(
            "{right} of {decided, plural, one {# other report} other {# other reports}} of theirs {right, plural, one {was} other {were}} right.",
            { right, decided },
          )}
    </p>
  );
}

/** Messages that a reporter sent along, folded: they are private. */
function EvidenceList({ evidence, item }: { evidence: Evidence[]; item: CaseDetail }) {
  const t = useTranslate();
  if (evidence.length === 0) return null;
  return (
    <details className="rounded-field bg-sunken px-4 open:pb-3">
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-label">
        {t("{count, plural, one {# message} other {# messages}} of their conversation", {
          count: evidence.length,
        })}
      </summary>
      <ol className="flex flex-col gap-2.5">
        {evidence.map((message) => (
          <li key={message._id} className="text-label">
            <p className="flex flex-wrap gap-x-2 text-ink2 text-sm">
              <bdi className="font-semibold">
                {message.isReporter ? t("Reporter") : message.name || t(DELETED_MEMBER)}
              </bdi>
              <RelativeTime at={message.createdAt} style="exact" />
            </p>
            <p
              className={
                message._id === item.subjectId ? "free-text rounded-sm bg-gold-soft px-2 py-1" : "free-text"
              }
            >
              {message.text ||
                (message.post
                  ? t("Shared a post of {name}", { name: isolated(message.post.name) })
                  : t("No text"))}
            </p>
          </li>
        ))}
      </ol>
    </details>
  );
}
