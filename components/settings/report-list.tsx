"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { WriteToOfficer } from "@/components/safety/report-sent";
import { MoreRows } from "@/components/settings/settings-row";
import { Badge } from "@/components/ui/badge";
import { QueryError } from "@/components/ui/error-state";
import { TextLink } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton, SkeletonGroup } from "@/components/ui/skeleton";
import { Rich } from "@/lib/language/rich";
import { useLanguage, useTranslate } from "@/lib/language/translate";
import { legalPath } from "@/lib/legal/policy";
import { pageItems } from "@/lib/query/pages";
import { reportsOptions } from "@/lib/reports/client/queries";
import { outcomeSentence, REASONS, REPORT_STATES, type ReportSubject } from "@/lib/reports/policy";
import type { Report } from "@/lib/reports/schema";

const reportItems = pageItems("reports");

/** The viewer's own reports, the latest first, and what came of each. */
export function ReportList() {
  const language = useLanguage();
  const query = useReports();
  return (
    <>
      <p className="mb-4 text-ink2">
        <Rich
          text="Moderators see what you report, and only admins who reported it. They decide by the <link>Community guidelines</link>."
          components={{ link: <TextLink href={legalPath("guidelines", language)} /> }}
        />
      </p>
      <Reports query={query} />
    </>
  );
}

function Reports({ query }: { query: ReturnType<typeof useReports> }) {
  const t = useTranslate();
  if (query.isPending) {
    return (
      <SkeletonGroup label={t("Loading your reports")} className="flex flex-col gap-3">
        <Skeleton className="h-24" />
        <Skeleton className="h-24" />
      </SkeletonGroup>
    );
  }
  if (!query.data) return <QueryError query={query} />;
  const reports = reportItems.all<Report>(query.data);
  if (reports.length === 0) {
    return (
      <p className="text-ink2">
        <Rich
          text="You haven't reported anything. To do so, choose <b>Report</b> in the menu of a post, a comment, a message or a profile."
          components={{ b: <b className="font-semibold" /> }}
        />
      </p>
    );
  }
  return (
    <>
      <ul aria-label={t("Your reports")} className="flex flex-col gap-3">
        {reports.map((report) => (
          <ReportRow key={report._id} report={report} />
        ))}
      </ul>
      <MoreRows query={query} failure={t("More reports couldn't be loaded.")} />
    </>
  );
}

const useReports = () => useInfiniteQuery(reportsOptions());

const TITLES: Record<ReportSubject, string> = {
  post: "Post",
  comment: "Comment",
  message: "Message",
  person: "Account",
  notification: "Notification",
};

const TITLES_BY: Record<ReportSubject, string> = {
  post: "Post by {name}",
  comment: "Comment by {name}",
  message: "Message by {name}",
  person: "Account of {name}",
  notification: "Notification by {name}",
};

function ReportRow({ report }: { report: Report }) {
  const t = useTranslate();
  const { subject, about, reason, text, state, outcome, needsOfficer, createdAt, decidedAt } = report;
  return (
    <li className="rounded-field bg-sunken p-3.5">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="min-w-0 font-semibold text-label">
          <Rich
            text={about.name ? TITLES_BY[subject] : TITLES[subject]}
            values={{ name: <bdi>{about.name}</bdi> }}
          />
        </p>
        <Badge>{t(REPORT_STATES[outcome ?? state])}</Badge>
      </div>
      {about.text && <p className="mt-1 line-clamp-2 break-words text-label">{about.text}</p>}
      <p className="mt-1 text-ink2 text-sm">
        {t(REASONS[reason].label)} <span aria-hidden>·</span>{" "}
        <Rich text="Reported {time}" values={{ time: <RelativeTime at={createdAt} style="spoken" /> }} />
      </p>
      {text && <p className="free-text mt-1 text-ink2 text-sm">“{text}”</p>}
      {needsOfficer && (
        <div className="mt-2 border-line border-t pt-2 text-label">
          <WriteToOfficer />
        </div>
      )}
      {outcome && decidedAt && (
        <p className="mt-2 border-line border-t pt-2 text-label">
          {t(outcomeSentence(outcome, subject))}{" "}
          <RelativeTime at={decidedAt} style="spoken" className="text-ink2 text-sm" />
        </p>
      )}
    </li>
  );
}
