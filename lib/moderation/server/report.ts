import "server-only";
import { v7 as uuid } from "uuid";
import { alertOfReport } from "@/lib/moderation/server/alert";
import { withhold } from "@/lib/moderation/server/withhold";
import { notifyOfficially } from "@/lib/notifications/server/write";
import { ago } from "@/lib/platform/clock";
import { db, type Tx, transaction } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { lockUsers } from "@/lib/platform/locks";
import { tooMany } from "@/lib/platform/rate-limit";
import { hidesAtOnce, REASONS, REPORTS_OF_ONE_A_DAY, SEALED_REASON } from "@/lib/reports/policy";
import type { Evidence, NewReport, Report } from "@/lib/reports/schema";
import { lockCase } from "@/lib/reports/server/cases";
import { type Content, FIND, findSharedPosts } from "@/lib/reports/server/content";
import { REPORT_DETAILS, toReport } from "@/lib/reports/server/reports";
import { partsShown, storedVersions } from "@/lib/reports/server/snapshots";
import { readStaff } from "@/lib/reports/server/staff";
import type { Viewer } from "@/lib/sessions/server/access";
import type { ModerationCase, Prisma, Report as ReportRow } from "@/prisma/generated/client/client";

/** Making a report. */

/**
 * Reports something of someone else. What is hidden from the viewer is received as what does not
 * exist, so that no one learns from it who blocked them; moderators get what there is. While a case
 * is open, answers with the report that the viewer has made. Throws `validation` for oneself and
 * one's own, `rate_limited` for the same thing too often, and `not_found` for messages of other
 * conversations.
 */
export async function reportSubject(
  viewer: Viewer,
  body: NewReport,
): Promise<{ report: Report; isNew: boolean }> {
  const { id, isNew } = await transaction((tx) => saveReport(tx, viewer, body));
  const row = await db().report.findUniqueOrThrow({ where: { id }, include: REPORT_DETAILS });
  return { report: toReport(row, await readStaff(db())), isNew };
}

async function saveReport(tx: Tx, viewer: Viewer, body: NewReport): Promise<{ id: string; isNew: boolean }> {
  const { subject, subjectId, reason, text } = body;
  const isUrgent = hidesAtOnce(reason, subject);
  const owner = isUrgent ? (await FIND[subject](tx, subjectId, viewer))?.personId : undefined;
  // One person's reports come one after the other. What hides someone's content locks them first,
  // as all who do so.
  await lockUsers(tx, [viewer.id, ...(owner ? [owner] : [])]);
  const own = { reporterId: viewer.id, subject, subjectId };
  const earlier = await waitingReport(tx, own);
  if (earlier) return { id: earlier.id, isNew: false };
  const content = await FIND[subject](tx, subjectId, viewer);
  if (content?.personId === viewer.id) throw new ApiError("validation", ownMessage(subject));
  const evidence = await copyMessages(tx, viewer, body, content?.personId);
  const hides = isUrgent && content !== undefined && (await mayHide(tx, viewer, body, content));
  const found = content && (await addToCase(tx, viewer, body, content, hides));
  if (found && hides) await hideAtOnce(tx, found);
  const id = uuid();
  await tx.report.create({
    data: {
      id,
      caseId: found?.id ?? null,
      isUnseen: !content?.isSeen,
      hasHidden: hides,
      ...own,
      reason,
      text,
      ...(evidence && { evidence }),
    },
  });
  if (found) await alertOfReport(tx, found, REASONS[reason].severity);
  return { id, isNew: true };
}

type Own = { reporterId: string } & Pick<NewReport, "subject" | "subjectId">;

/**
 * The viewer's report that still waits, for which another would change nothing. Throws
 * `rate_limited` when they reported the thing again today already.
 */
async function waitingReport(tx: Tx, own: Own): Promise<ReportRow | undefined> {
  const latest = await tx.report.findFirst({
    where: own,
    include: { case: { select: { closedAt: true } } },
    orderBy: { createdAt: "desc" },
  });
  if (!latest) return undefined;
  const yesterday = ago(1, "days");
  // By time alone: whether there is a case must not show.
  if (latest.isUnseen) return latest.createdAt > yesterday ? latest : undefined;
  if (!latest.case?.closedAt) return latest;
  const today = await tx.report.findMany({
    where: { ...own, createdAt: { gt: yesterday } },
    orderBy: { createdAt: "asc" },
  });
  const [first] = today;
  if (!first || today.length < REPORTS_OF_ONE_A_DAY) return undefined;
  const seconds = Math.ceil((first.createdAt.getTime() - yesterday.getTime()) / 1_000);
  throw tooMany(seconds, "You reported this twice today. You can report it again");
}

/** Adds a report to the open case about its subject, or opens one. Returns it as it was before. */
async function addToCase(
  tx: Tx,
  viewer: Viewer,
  { subject, subjectId, reason }: NewReport,
  content: Content,
  isHeld: boolean,
): Promise<ModerationCase> {
  const isSealed = reason === SEALED_REASON;
  const marks = { ...(isSealed && { isSealed }), ...(isHeld && { isHeld }) };
  const found = await lockCase(tx, { subject, subjectId }, content, marks);
  // People who can't see what they report may do so again while its case is open.
  const isFirst = (await tx.report.count({ where: { caseId: found.id, reporterId: viewer.id } })) === 0;
  const severity = Math.max(found.severity, REASONS[reason].severity);
  await tx.moderationCase.update({
    where: { id: found.id },
    data: { severity, ...(isFirst && { reportsCount: { increment: 1 } }) },
  });
  return found;
}

/** Cases with a decision in force that found that a rule was broken: their reports were right. */
const RIGHT: Prisma.DecisionListRelationFilter = {
  some: { undoneAt: null, outcome: { not: "no_violation" } },
};

/**
 * Whether a report hides what it is about. So that this is no weapon: once a day until it was found
 * right, never again against a person whom the reporter has hidden wrongly, and not what moderators
 * have looked at and left.
 */
async function mayHide(
  tx: Tx,
  viewer: Viewer,
  { subject, subjectId }: NewReport,
  content: Content,
): Promise<boolean> {
  const [spent, held] = await Promise.all([
    tx.report.count({
      where: {
        reporterId: viewer.id,
        hasHidden: true,
        case: { NOT: { closedAt: { not: null }, decisions: RIGHT } },
        OR: [
          { createdAt: { gt: ago(1, "days") } },
          // Decided, without a decision in force against the person: it was wrong.
          { case: { personId: content.personId, closedAt: { not: null }, decisions: { some: {} } } },
        ],
      },
    }),
    tx.moderationCase.count({ where: { subject, subjectId, closedAt: null, isHeld: true } }),
  ]);
  return spent + held === 0 && !(await isCleared(tx, { subject, subjectId }, content));
}

/**
 * Whether moderators have left everything that this shows now: it is in the copies of cases that
 * ended in *no violation*, or whose decision was undone. The copies stay for some time only
 * (lib/reports/server/retention.ts).
 */
async function isCleared(
  tx: Tx,
  subject: Pick<NewReport, "subject" | "subjectId">,
  { versions }: Content,
): Promise<boolean> {
  const cases = await tx.moderationCase.findMany({
    where: { ...subject, closedAt: { not: null }, decisions: { some: {}, none: RIGHT.some ?? {} } },
    select: { snapshot: true },
  });
  const left = new Set(cases.flatMap(({ snapshot }) => partsShown(storedVersions(snapshot))));
  return partsShown(versions.slice(-1)).every((part) => left.has(part));
}

/** Holds what was reported until someone decides, and says so to whose it is. */
async function hideAtOnce(tx: Tx, { subject, subjectId, personId }: ModerationCase): Promise<void> {
  await withhold(tx, subject, subjectId, null);
  if (!personId) return;
  const what = subject === "person" ? "What your profile showed" : `Your ${subject}`;
  const message = `${what} is hidden until moderators have reviewed it.`;
  const postId = subject === "post" ? subjectId : null;
  await notifyOfficially(tx, { receiverId: personId, type: "moderation", postId, message });
}

const ownMessage = (subject: NewReport["subject"]) =>
  subject === "person" ? "You can't report yourself." : `You can't report your own ${subject}.`;

/** Conversations of the viewer with a person, or with someone whose account is gone. */
const conversationWith = (viewer: Viewer, personId: string): Prisma.ConversationWhereInput => ({
  OR: [
    { participants: { some: { personId } } },
    { participants: { none: { personId: { not: viewer.id } } } },
  ],
});

/**
 * The messages that the reporter sends along, of the conversation with the person it is about, also
 * what the other has deleted. What the reporter has deleted is left out. Throws `not_found` for any
 * other.
 */
async function copyMessages(
  tx: Tx,
  viewer: Viewer,
  { subject, subjectId, evidence }: NewReport,
  personId: string | null | undefined,
): Promise<Evidence[] | undefined> {
  if (!evidence) return undefined;
  const ids = [...new Set(evidence)];
  const notFound = () =>
    new ApiError("not_found", "These messages are not from your conversation with this person.");
  if (subject !== "message" && subject !== "person") throw notFound();
  const own = await tx.conversationParticipant.findFirst({
    where: {
      personId: viewer.id,
      conversation: {
        messages: { some: { id: subject === "message" ? subjectId : (ids[0] ?? "") } },
        ...(subject === "person" && conversationWith(viewer, personId ?? subjectId)),
      },
    },
  });
  if (!own) throw notFound();
  const rows = await tx.message.findMany({
    where: { id: { in: ids }, conversationId: own.conversationId, seq: { gt: own.hiddenSeq } },
    include: { sender: { select: { id: true, name: true } } },
    orderBy: { seq: "asc" },
  });
  if (rows.length < ids.length) throw notFound();
  const formerTexts = await tx.formerText.findMany({ where: { subject: "message", subjectId: { in: ids } } });
  const sent = rows.flatMap((row) => {
    if (row.withheldAt) return [];
    if (!row.deletedAt) return row;
    const former = row.senderId !== viewer.id && formerTexts.find(({ subjectId }) => subjectId === row.id);
    return former ? { ...row, text: former.text, postId: former.postId } : [];
  });
  const posts = await findSharedPosts(
    tx,
    sent.flatMap(({ postId }) => postId ?? []),
  );
  return sent.map(({ id, sender, text, postId, createdAt }) => ({
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
