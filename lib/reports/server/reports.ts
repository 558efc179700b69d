import "server-only";
import { afterCursor, paginate } from "@/lib/api/pagination";
import { db } from "@/lib/platform/db";
import { outcomeForReporter } from "@/lib/reports/policy";
import type { Report, ReportsAnswer, ReportsQuery } from "@/lib/reports/schema";
import { aboutAt } from "@/lib/reports/server/snapshots";
import { DECIDERS, isStranded, readStaff } from "@/lib/reports/server/staff";
import type { Viewer } from "@/lib/sessions/server/access";
import type { Prisma } from "@/prisma/generated/client/client";

/** One's own reports. */

/** What the screens of a reporter need. Of decisions only what reporters may know is passed on. */
export const REPORT_DETAILS = {
  case: {
    select: {
      ...DECIDERS,
      snapshot: true,
      decisions: {
        select: { outcome: true, createdAt: true, undoneAt: true },
        orderBy: { createdAt: "desc" },
      },
    },
  },
} satisfies Prisma.ReportInclude;
type ReportRow = Prisma.ReportGetPayload<{ include: typeof REPORT_DETAILS }>;

/** The viewer's own reports, newest first. */
export async function listReports(viewer: Viewer, { cursor, limit }: ReportsQuery): Promise<ReportsAnswer> {
  const rows = await db().report.findMany({
    where: { reporterId: viewer.id, ...(cursor && afterCursor(cursor)) },
    include: REPORT_DETAILS,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit + 1,
  });
  const page = paginate(rows, limit);
  const staff = await readStaff(db());
  return {
    reports: page.rows.map((row) => toReport(row, staff)),
    hasMore: page.nextCursor !== null,
    nextCursor: page.nextCursor,
  };
}

/**
 * A report as its reporter sees it: without the words of a person who is hidden by now, and of what
 * they can't see only that it was received. A case whose decisions were all undone found no
 * violation; one that ended by itself has no outcome.
 */
export function toReport(
  { case: about, ...report }: ReportRow,
  staff: Awaited<ReturnType<typeof readStaff>>,
): Report {
  const decisions = about?.decisions ?? [];
  const standing = decisions.find(({ undoneAt }) => undoneAt === null);
  const [latest] = decisions;
  const closedAt = about?.closedAt ?? null;
  const isDecided = !report.isUnseen && closedAt !== null;
  const decidedAt = standing?.createdAt ?? latest?.undoneAt ?? closedAt;
  const isNamed = !report.isUnseen && about?.person?.isActive;
  return {
    _id: report.id,
    subject: report.subject,
    subjectId: report.subjectId,
    about: isNamed ? aboutAt(about.snapshot, report.createdAt) : { name: "", text: "" },
    reason: report.reason,
    text: report.text,
    state: report.isUnseen ? "received" : isDecided ? "decided" : "open",
    outcome: isDecided && latest ? outcomeForReporter(standing?.outcome ?? "no_violation") : null,
    needsOfficer: !report.isUnseen && about !== null && isStranded(about, staff),
    createdAt: report.createdAt.toISOString(),
    decidedAt: isDecided ? (decidedAt?.toISOString() ?? null) : null,
  };
}
