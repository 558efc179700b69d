import "server-only";
import { v7 as uuid } from "uuid";
import type * as z from "zod";
import { afterCursor, encodeCursor, paginate } from "@/lib/api/pagination";
import { APPEAL_DAYS, canAppeal, concernsPerson, suspensionEnd, whyNotAnswer } from "@/lib/moderation/policy";
import type {
  Appeal,
  AppealsAnswer,
  appealsQuery,
  OwnDecisionsAnswer,
  ownDecisionsQuery,
  StaffAppeal,
} from "@/lib/moderation/schema";
import { visibleCases } from "@/lib/moderation/server/access";
import { involvedIn } from "@/lib/moderation/server/cases";
import { lockDecision, undo } from "@/lib/moderation/server/decide";
import { logAction } from "@/lib/moderation/server/log";
import { notifyOfAppeal } from "@/lib/moderation/server/notify";
import { aboutInList, DECISION, PERSON, toAppeal, toDecision, toPerson } from "@/lib/moderation/server/rows";
import { db, transaction } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { aboutAt } from "@/lib/reports/server/snapshots";
import type { Viewer } from "@/lib/sessions/server/access";
import type { Prisma } from "@/prisma/generated/client/client";

/** Decisions as the person reads them, and their appeals. */

/** The decisions about the viewer, newest first. */
export async function listOwnDecisions(
  viewer: Viewer,
  { cursor, limit }: z.output<typeof ownDecisionsQuery>,
): Promise<OwnDecisionsAnswer> {
  const rows = await db().decision.findMany({
    where: {
      personId: viewer.id,
      outcome: { not: "no_violation" },
      ...(cursor && afterCursor(cursor)),
    },
    include: { appeal: true, case: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit + 1,
  });
  const page = paginate(rows, limit);
  return {
    decisions: page.rows.map((row) => ({
      _id: row.id,
      outcome: row.outcome,
      reason: row.reason,
      days: row.days,
      until: suspensionEnd(row)?.toISOString() ?? null,
      subject: row.case.subject,
      about: { text: aboutAt(row.case.snapshot, row.case.openedAt).text },
      createdAt: row.createdAt.toISOString(),
      undoneAt: row.undoneAt?.toISOString() ?? null,
      appeal: row.appeal && toAppeal(row.appeal),
      canAppeal: canAppeal(row),
    })),
    hasMore: page.nextCursor !== null,
    nextCursor: page.nextCursor,
  };
}

/**
 * Appeals a decision about the viewer, once. Throws `not_found` for any other, `conflict` when it
 * has been appealed or undone, and `forbidden` when it is too late.
 */
export async function appeal(viewer: Viewer, decisionId: string, text: string): Promise<Appeal> {
  const notFound = () => new ApiError("not_found", "There is no such decision about you.");
  const own = await db().decision.count({ where: { id: decisionId, personId: viewer.id } });
  if (own === 0) throw notFound();
  return transaction(async (tx) => {
    const { decision, lockedCase } = await lockDecision(tx, decisionId, {});
    if (decision.personId !== viewer.id || !concernsPerson(decision.outcome)) throw notFound();
    const earlier = await tx.appeal.findUnique({ where: { decisionId } });
    if (earlier) throw new ApiError("conflict", "You have appealed this decision already.");
    if (!canAppeal({ ...decision, appeal: null })) {
      throw new ApiError("forbidden", `A decision can be appealed within ${APPEAL_DAYS} days.`);
    }
    const data = { id: uuid(), decisionId, personId: viewer.id, text };
    const row = await tx.appeal.create({ data });
    await logAction(tx, {
      actorId: viewer.id,
      action: "appealed",
      personId: viewer.id,
      caseId: lockedCase.id,
      details: { decisionId },
    });
    return toAppeal(row);
  });
}

const APPEAL = {
  person: PERSON,
  decidedBy: PERSON,
  decision: {
    include: {
      ...DECISION,
      case: { include: { reports: { select: { reporterId: true } } } },
    },
  },
} satisfies Prisma.AppealInclude;
type AppealRow = Prisma.AppealGetPayload<{ include: typeof APPEAL }>;

/** The appeals: open ones, the oldest first; or answered ones, newest first. */
export async function listAppeals(
  viewer: Viewer,
  { state, cursor, limit }: z.output<typeof appealsQuery>,
): Promise<AppealsAnswer> {
  const isOpen = state === "open";
  const after = isOpen ? "gt" : "lt";
  const column = isOpen ? "createdAt" : "decidedAt";
  const rows = await db().appeal.findMany({
    where: {
      decision: { case: visibleCases(viewer) },
      decidedAt: isOpen ? null : { not: null },
      ...(cursor && {
        OR: [{ [column]: { [after]: cursor.at } }, { [column]: cursor.at, id: { [after]: cursor.id } }],
      }),
    },
    include: APPEAL,
    orderBy: isOpen ? [{ createdAt: "asc" }, { id: "asc" }] : [{ decidedAt: "desc" }, { id: "desc" }],
    take: limit + 1,
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const at = last?.[column];
  const hasMore = rows.length > limit;
  return {
    appeals: page.map((row) => toStaffAppeal(row, viewer)),
    hasMore,
    nextCursor: hasMore && last && at ? encodeCursor({ at, id: last.id }) : null,
  };
}

function toStaffAppeal(row: AppealRow, viewer: Viewer): StaffAppeal {
  const { decision } = row;
  const whyNot = row.decidedAt
    ? "This appeal is answered."
    : whyNotAnswer(viewer, { ...involvedIn(decision.case), moderatorId: decision.moderatorId });
  return {
    ...toAppeal(row),
    person: toPerson(row.person),
    decision: toDecision({ ...decision, appeal: row }),
    about: aboutInList(decision.case),
    decidedBy: toPerson(row.decidedBy),
    canDecide: whyNot === undefined,
    ...(whyNot !== undefined && { whyNot }),
  };
}

/**
 * Answers an appeal. An accepted one undoes the decision. Throws `not_found`, `forbidden` for who
 * made the decision or is involved, and `conflict` when it was answered before.
 */
export async function answerAppeal(
  viewer: Viewer,
  appealId: string,
  { accepted, answer }: { accepted: boolean; answer: string },
): Promise<StaffAppeal> {
  return transaction(async (tx) => {
    const about = await tx.appeal.findUnique({
      where: { id: appealId, decision: { case: visibleCases(viewer) } },
    });
    if (!about) throw new ApiError("not_found", "There is no such appeal.");
    const answered = () => new ApiError("conflict", "This appeal has already been answered.");
    if (about.decidedAt) throw answered();
    const { decision, lockedCase } = await lockDecision(tx, about.decisionId, visibleCases(viewer));
    const whyNot = whyNotAnswer(viewer, { ...involvedIn(lockedCase), moderatorId: decision.moderatorId });
    if (whyNot) throw new ApiError("forbidden", whyNot);
    const { count } = await tx.appeal.updateMany({
      where: { id: appealId, decidedAt: null },
      data: { decidedAt: new Date(), decidedById: viewer.id, isAccepted: accepted, answer },
    });
    if (count === 0) throw answered();
    // Not the appeal's own person: a decision follows them to the account they sign up for again.
    const undoing = { actorId: viewer.id, decision, lockedCase, reason: answer, isOpenAgain: false };
    const { personId } = accepted ? await undo(tx, undoing) : decision;
    await notifyOfAppeal(tx, { id: appealId, personId }, lockedCase, { isAccepted: accepted, answer });
    await logAction(tx, {
      actorId: viewer.id,
      action: accepted ? "appeal_accepted" : "appeal_rejected",
      caseId: lockedCase.id,
      personId,
      details: { appealId, decisionId: decision.id },
    });
    return toStaffAppeal(
      await tx.appeal.findUniqueOrThrow({ where: { id: appealId }, include: APPEAL }),
      viewer,
    );
  });
}
