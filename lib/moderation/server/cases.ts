import "server-only";
import { suspensionOf } from "@/lib/audience/server/standing";
import { type Involved, whyNotDecide } from "@/lib/moderation/policy";
import type { CaseDetail, CasesAnswer, CasesQuery } from "@/lib/moderation/schema";
import { type VisibleCases, visibleCases } from "@/lib/moderation/server/access";
import { readFacts, readRecords } from "@/lib/moderation/server/facts";
import { logLook } from "@/lib/moderation/server/log";
import {
  assignedSince,
  CASE,
  DECISION,
  PERSON,
  toCaseSummary,
  toDecision,
  toPerson,
} from "@/lib/moderation/server/rows";
import { db, type Tx, transaction } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { lockRows } from "@/lib/platform/locks";
import { findTied } from "@/lib/reports/server/involved";
import { storedEvidence, storedVersions, viewSnapshot } from "@/lib/reports/server/snapshots";
import { readStaff, sees } from "@/lib/reports/server/staff";
import type { Viewer } from "@/lib/sessions/server/access";
import type { ModerationCase, Prisma, User } from "@/prisma/generated/client/client";

/** The cases as the staff see them. */

export const caseNotFound = () => new ApiError("not_found", "There is no such case.");

const OPEN_ORDER = [{ severity: "desc" }, { openedAt: "asc" }, { id: "asc" }] as const;
const CLOSED_ORDER = [{ closedAt: "desc" }, { id: "desc" }] as const;

/**
 * Open cases, the worst first and then the oldest; or closed ones, newest first. A cursor is the id
 * of a case, because the order has three columns.
 */
export async function listCases(
  viewer: Viewer,
  { state, mine, reason, subject, subjectId, cursor, limit }: CasesQuery,
): Promise<CasesAnswer> {
  const isOpen = state === "open";
  const found = await db().moderationCase.findMany({
    where: {
      ...visibleCases(viewer),
      closedAt: isOpen ? null : { not: null },
      ...(reason && { reports: { some: { reason } } }),
      ...(subject && { subject }),
      ...(subjectId && { subjectId }),
      ...(mine && { assigneeId: viewer.id, ...(isOpen && { assignedAt: { gt: assignedSince() } }) }),
    },
    include: CASE,
    orderBy: isOpen ? [...OPEN_ORDER] : [...CLOSED_ORDER],
    take: limit + 1 + (cursor ? 1 : 0),
    ...(cursor && { cursor: { id: cursor } }),
  });
  // Not `skip: 1`: the cursor's case may have been decided by now, and then is not among them.
  const rows = found[0]?.id === cursor ? found.slice(1) : found;
  const page = rows.slice(0, limit);
  const facts = await readFacts(
    viewer,
    page.map(({ id }) => id),
  );
  const hasMore = rows.length > limit;
  return {
    cases: page.map((row) => toCaseSummary(row, facts(row.id))),
    hasMore,
    nextCursor: hasMore ? (page.at(-1)?.id ?? null) : null,
  };
}

/**
 * A case with its reports, and what else is known of the person. Only admins read who reported.
 * Each look is in the log. Throws `not_found`, also for a case about the viewer.
 */
export async function openCase(viewer: Viewer, caseId: string): Promise<CaseDetail> {
  const detail = await getCase(viewer, caseId);
  await transaction((tx) => logLook(tx, viewer, { action: "case_opened", caseId }));
  return detail;
}

/** A case for someone who has just acted on it, which the log says already. */
export async function getCase(viewer: Viewer, caseId: string): Promise<CaseDetail> {
  const row = await db().moderationCase.findUnique({
    where: { id: caseId, ...visibleCases(viewer) },
    include: {
      ...CASE,
      person: true,
      reports: { include: { reporter: PERSON }, orderBy: [{ createdAt: "asc" }, { id: "asc" }] },
      decisions: { include: DECISION, orderBy: { createdAt: "desc" } },
      notes: { include: { author: PERSON }, orderBy: [{ createdAt: "asc" }, { id: "asc" }] },
    },
  });
  if (!row) throw caseNotFound();
  const areReportersShown = viewer.staffRole === "admin" && !whyNotDecide(viewer, involvedIn(row));
  const [facts, current, history, standing, recordOf, involved] = await Promise.all([
    readFacts(viewer, [caseId]),
    stateOf(row),
    row.person && historyOf(viewer, row.person, caseId),
    standingIn(db(), viewer, row),
    areReportersShown ? readRecords(viewer, row) : () => null,
    viewer.staffRole === "admin" ? readInvolved(viewer, row) : [],
  ]);
  const whyNot = row.closedAt ? "This case is decided." : standing.whyNot;
  return {
    ...toCaseSummary(row, facts(caseId)),
    isSealed: row.isSealed,
    isPreserved: row.preservedAt !== null,
    snapshot: viewSnapshot(row.snapshot),
    current,
    areReportersShown,
    reports: row.reports.map((report) => ({
      _id: report.id,
      reason: report.reason,
      text: report.text,
      evidence: storedEvidence(report.evidence),
      createdAt: report.createdAt.toISOString(),
      reporter: areReportersShown ? toPerson(report.reporter) : null,
      record: recordOf(report.reporterId),
    })),
    decisions: row.decisions.map(toDecision),
    notes: row.notes.map(({ id, author, text, createdAt }) => ({
      _id: id,
      author: toPerson(author),
      text,
      createdAt: createdAt.toISOString(),
    })),
    history,
    canDecide: whyNot === undefined,
    ...(whyNot !== undefined && { whyNot }),
    isLastResort: standing.isLastResort,
    involved: involved.map(toPerson).filter((person) => person !== null),
  };
}

/**
 * The ids of those involved whom an admin may let decide. Whom the product ties to a case stays
 * involved for themself: no one judges what they are part of by their own word.
 */
export async function liftableBy(
  client: Pick<Tx, "sql">,
  viewer: Viewer,
  { subject, subjectId, personId, snapshot, involvedIds }: ModerationCase,
): Promise<string[]> {
  if (!involvedIds.includes(viewer.id)) return involvedIds;
  const versions = storedVersions(snapshot);
  const tied = await findTied(client, subject, subjectId, { personId, versions });
  return involvedIds.filter((id) => id !== viewer.id || !tied.includes(id));
}

const readInvolved = async (viewer: Viewer, row: ModerationCase) =>
  db().user.findMany({
    where: { id: { in: await liftableBy(db(), viewer, row) }, staffRole: { not: null } },
    ...PERSON,
    orderBy: { name: "asc" },
  });

type InvolvedRow = { involvedIds: string[]; reports: { reporterId: string | null }[] };

/** What decides who may decide a case. */
export const involvedIn = ({ involvedIds, reports }: InvolvedRow): Involved => ({
  involvedIds,
  reporterIds: reports.map(({ reporterId }) => reporterId),
});

/**
 * Whether the viewer may decide a case or undo that, and if not why. Someone involved may as the
 * last resort: while no one of the staff is uninvolved. Who reported may never, which would make
 * them accuser and judge.
 */
export async function standingIn(
  client: Pick<Tx, "user">,
  viewer: Viewer,
  found: InvolvedRow & Parameters<typeof sees>[1],
): Promise<{ whyNot: string | undefined; isLastResort: boolean }> {
  const { reporterIds, involvedIds } = involvedIn(found);
  const whyNot = whyNotDecide(viewer, { reporterIds, involvedIds });
  if (!whyNot || reporterIds.includes(viewer.id)) return { whyNot, isLastResort: false };
  const staff = await readStaff(client);
  const canOther = staff.some(
    (other) => sees(other, found) && !whyNotDecide(other, { reporterIds, involvedIds }),
  );
  return canOther ? { whyNot, isLastResort: false } : { whyNot: undefined, isLastResort: true };
}

/** What has become of the subject of a case. */
async function stateOf({ subject, subjectId }: ModerationCase): Promise<CaseDetail["current"]> {
  const where = { id: subjectId };
  const rows = {
    post: () => db().post.findUnique({ where, select: { deletedAt: true, withheldAt: true } }),
    comment: () => db().comment.findUnique({ where, select: { withheldAt: true } }),
    message: () => db().message.findUnique({ where, select: { deletedAt: true, withheldAt: true } }),
    person: () => db().user.findUnique({ where, select: { deletedAt: true } }),
    notification: () => db().notification.findUnique({ where, select: { deletedAt: true } }),
  };
  const row: { deletedAt?: Date | null; withheldAt?: Date | null } | null = await rows[subject]();
  if (!row || row.deletedAt) return "deleted";
  return row.withheldAt ? "withheld" : "shown";
}

/** Decisions about one person that a case shows. */
const HISTORY_MAX = 50;

async function historyOf(viewer: Viewer, person: User, caseId: string): Promise<CaseDetail["history"]> {
  const others = { ...visibleCases(viewer), id: { not: caseId } };
  const [reports, decisions] = await Promise.all([
    db().report.count({ where: { case: { ...others, personId: person.id } } }),
    db().decision.findMany({
      where: { personId: person.id, case: others },
      include: DECISION,
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: HISTORY_MAX,
    }),
  ]);
  return {
    joinedAt: person.createdAt.toISOString(),
    staffRole: person.staffRole,
    isActive: person.isActive,
    suspension: suspensionOf(person),
    reports,
    decisions: decisions.map(toDecision),
  };
}

/**
 * Notes that the viewer has opened a case, and gives it to them, unless someone else has just taken
 * it or they may not decide it. Throws `not_found`.
 */
export async function assignCase(viewer: Viewer, caseId: string): Promise<CaseDetail> {
  await transaction(async (tx) => {
    const lockedCase = await lockCase(tx, caseId, visibleCases(viewer));
    const { closedAt, assigneeId, assignedAt } = lockedCase;
    const isTaken = assigneeId !== null && assigneeId !== viewer.id && (assignedAt ?? 0) > assignedSince();
    const { whyNot } = await standingIn(tx, viewer, lockedCase);
    if (!closedAt && !isTaken && !whyNot) {
      const data = { assigneeId: viewer.id, assignedAt: new Date() };
      await tx.moderationCase.update({ where: { id: caseId }, data });
    }
    await logLook(tx, viewer, { action: "case_opened", caseId });
  });
  return getCase(viewer, caseId);
}

/**
 * Locks a case, so that no one else decides it; `visible` says for whom it exists. A post that it
 * is about is locked before, as by those who report it. Throws `not_found`.
 */
export async function lockCase(tx: Tx, caseId: string, visible: VisibleCases) {
  const where = { id: caseId, ...visible };
  const about = await tx.moderationCase.findUnique({ where });
  if (!about) throw caseNotFound();
  if (about.personId) await lockRows(tx, "users", [about.personId]);
  if (about.subject === "post") await lockRows(tx, "posts", [about.subjectId], "UPDATE");
  await lockRows(tx, "moderation_cases", [caseId]);
  const locked = await tx.moderationCase.findUnique({
    where,
    include: {
      reports: { select: { reporterId: true } },
      person: { select: { staffRole: true } },
    } satisfies Prisma.ModerationCaseInclude,
  });
  if (!locked) throw caseNotFound();
  return locked;
}
