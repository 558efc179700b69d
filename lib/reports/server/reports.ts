import "server-only";
import { v7 as uuid } from "uuid";
import { afterCursor, paginate } from "@/lib/api/pagination";
import { db, type Tx, transaction } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { lockUsers } from "@/lib/platform/locks";
import { outcomeForReporter, REASONS } from "@/lib/reports/policy";
import type { Evidence, NewReport, Report, ReportsAnswer, ReportsQuery } from "@/lib/reports/schema";
import { lockCase } from "@/lib/reports/server/cases";
import { aboutAt, FIND, findSharedPosts } from "@/lib/reports/server/snapshots";
import type { Viewer } from "@/lib/sessions/server/access";
import type { Prisma } from "@/prisma/generated/client/client";

/** Reporting, and one's own reports. */

/** What the screens of a reporter need. Of decisions only what reporters may know is passed on. */
const DETAILS = {
  case: {
    select: {
      person: { select: { isActive: true } },
      snapshot: true,
      closedAt: true,
      decisions: {
        select: { outcome: true, createdAt: true, undoneAt: true },
        orderBy: { createdAt: "desc" },
      },
    },
  },
} satisfies Prisma.ReportInclude;
type ReportRow = Prisma.ReportGetPayload<{ include: typeof DETAILS }>;

/**
 * Reports what the viewer can see of someone else. Reported before, it answers the first report.
 * Throws `not_found`, and `validation` for oneself and one's own.
 */
export async function reportSubject(
  viewer: Viewer,
  body: NewReport,
): Promise<{ report: Report; isNew: boolean }> {
  const { id, isNew } = await transaction((tx) => saveReport(tx, viewer, body));
  const row = await db().report.findUniqueOrThrow({ where: { id }, include: DETAILS });
  return { report: toReport(row), isNew };
}

async function saveReport(tx: Tx, viewer: Viewer, body: NewReport): Promise<{ id: string; isNew: boolean }> {
  // One person's reports come one after the other.
  await lockUsers(tx, [viewer.id]);
  const { subject, subjectId, reason, words } = body;
  const own = { reporterId: viewer.id, subject, subjectId };
  const earlier = await tx.report.findFirst({ where: own, select: { id: true } });
  if (earlier) return { id: earlier.id, isNew: false };
  const content = await FIND[subject](tx, subjectId, viewer);
  if (!content) throw new ApiError("not_found", "What you want to report is no longer available.");
  if (content.personId === viewer.id) throw new ApiError("validation", ownMessage(subject));
  const evidence = await copyMessages(tx, viewer, body, content.personId);
  const counted = { reportsCount: { increment: 1 } };
  const { id: caseId, severity } = await lockCase(tx, { subject, subjectId }, content, counted);
  const worst = Math.max(severity, REASONS[reason].severity);
  if (worst > severity) {
    await tx.moderationCase.update({ where: { id: caseId }, data: { severity: worst } });
  }
  const id = uuid();
  await tx.report.create({ data: { id, caseId, ...own, reason, words, ...(evidence && { evidence }) } });
  return { id, isNew: true };
}

const ownMessage = (subject: NewReport["subject"]) =>
  subject === "person" ? "You can't report yourself." : `You can't report your own ${subject}.`;

/**
 * The messages that the reporter sends along, of the conversation with the person it is about.
 * Deleted ones are left out. Throws `not_found` for any other.
 */
async function copyMessages(
  tx: Tx,
  viewer: Viewer,
  { subject, subjectId, evidence }: NewReport,
  personId: string | null,
): Promise<Evidence[] | undefined> {
  if (!evidence) return undefined;
  const ids = [...new Set(evidence)];
  const notFound = () =>
    new ApiError("not_found", "These messages are not from your conversation with this person.");
  if (subject !== "message" && subject !== "person") throw notFound();
  const own = await tx.conversationParticipant.findFirst({
    where: {
      personId: viewer.id,
      conversation:
        subject === "message"
          ? { messages: { some: { id: subjectId } } }
          : { participants: { some: { personId: personId ?? "" } } },
    },
  });
  if (!own) throw notFound();
  const rows = await tx.message.findMany({
    where: { id: { in: ids }, conversationId: own.conversationId, seq: { gt: own.hiddenSeq } },
    include: { sender: { select: { id: true, name: true } } },
    orderBy: { seq: "asc" },
  });
  if (rows.length < ids.length) throw notFound();
  const posts = await findSharedPosts(
    tx,
    rows.flatMap(({ postId }) => postId ?? []),
  );
  return rows
    .filter(({ deletedAt, withheldAt }) => !deletedAt && !withheldAt)
    .map(({ id, sender, text, postId, createdAt }) => ({
      _id: id,
      // Who reported is named by the report alone, and there no longer than they have an account.
      ...(sender?.id === viewer.id
        ? { isReporter: true, senderId: null, name: "" }
        : { senderId: sender?.id ?? null, name: sender?.name ?? "" }),
      text,
      post: posts.find(({ _id }) => _id === postId) ?? null,
      createdAt: createdAt.toISOString(),
    }));
}

/** The viewer's own reports, newest first. */
export async function listReports(viewer: Viewer, { cursor, limit }: ReportsQuery): Promise<ReportsAnswer> {
  const rows = await db().report.findMany({
    where: { reporterId: viewer.id, ...(cursor && afterCursor(cursor)) },
    include: DETAILS,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit + 1,
  });
  const page = paginate(rows, limit);
  return {
    reports: page.rows.map(toReport),
    hasMore: page.nextCursor !== null,
    nextCursor: page.nextCursor,
  };
}

/**
 * A report as its reporter sees it: without the words of a person who is hidden by now. A case
 * whose decisions were all undone found no violation.
 */
function toReport({ case: { person, snapshot, closedAt, decisions }, ...report }: ReportRow): Report {
  const standing = decisions.find(({ undoneAt }) => undoneAt === null);
  const [latest] = decisions;
  const isDecided = closedAt !== null && latest !== undefined;
  const decidedAt = standing?.createdAt ?? latest?.undoneAt ?? null;
  return {
    _id: report.id,
    subject: report.subject,
    subjectId: report.subjectId,
    about: person?.isActive ? aboutAt(snapshot, report.createdAt) : { name: "", text: "" },
    reason: report.reason,
    words: report.words,
    state: isDecided ? "decided" : "open",
    outcome: isDecided ? outcomeForReporter(standing?.outcome ?? "no_violation") : null,
    createdAt: report.createdAt.toISOString(),
    decidedAt: isDecided ? (decidedAt?.toISOString() ?? null) : null,
  };
}
