import "server-only";
import { v7 as uuid } from "uuid";
import { concernsPerson, confirmUntil, removesContent, whyNotConfirm } from "@/lib/moderation/policy";
import type { CaseDetail, DecisionBody, UndoBody } from "@/lib/moderation/schema";
import { type VisibleCases, visibleCases } from "@/lib/moderation/server/access";
import { alertOfBan } from "@/lib/moderation/server/alert";
import { getCase, involvedIn, lockCase, standingIn } from "@/lib/moderation/server/cases";
import { logAction } from "@/lib/moderation/server/log";
import { notifyOfConfirmation, notifyOfDecision, notifyOfUndoing } from "@/lib/moderation/server/notify";
import { applySuspensions } from "@/lib/moderation/server/suspend";
import { release, withhold } from "@/lib/moderation/server/withhold";
import { BAN_NEEDS_WORDS, hasOwnWords } from "@/lib/moderation/templates";
import { type Tx, transaction } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { notifyReporters } from "@/lib/reports/server/cases";
import type { Viewer } from "@/lib/sessions/server/access";
import { isolated } from "@/lib/text/names";
import type { Decision } from "@/prisma/generated/client/client";

/** Deciding cases, and undoing that. Each is one transaction under the lock of the case. */

type LockedCase = Awaited<ReturnType<typeof lockCase>>;

/**
 * Decides a case and closes it. Throws `not_found`, `forbidden` for someone involved, `validation`
 * for a measure against an account that is gone and for a ban without words of one's own, and
 * `conflict` when it was decided before.
 */
export async function decideCase(viewer: Viewer, caseId: string, body: DecisionBody): Promise<CaseDetail> {
  await transaction(async (tx) => {
    const lockedCase = await lockCase(tx, caseId, visibleCases(viewer));
    if (lockedCase.closedAt) throw await decidedMeanwhile(tx, caseId);
    const { whyNot, isLastResort } = await standingIn(tx, viewer, lockedCase);
    if (whyNot) throw new ApiError("forbidden", whyNot);
    if (body.outcome === "banned" && !hasOwnWords(body.reason ?? "", lockedCase.subject)) {
      throw new ApiError("validation", BAN_NEEDS_WORDS);
    }
    await decide(tx, { moderatorId: viewer.id, lockedCase, body, isLastResort });
  });
  return getCase(viewer, caseId);
}

async function decidedMeanwhile(tx: Tx, caseId: string): Promise<ApiError> {
  const decision = await tx.decision.findFirst({
    where: { caseId },
    orderBy: { createdAt: "desc" },
    include: { moderator: { select: { name: true } } },
  });
  const by = decision?.moderator ? ` by ${isolated(decision.moderator.name)}` : "";
  return new ApiError("conflict", `This case has already been decided${by}.`);
}

type NewDecision = {
  /** Null for the command line. */
  moderatorId: string | null;
  lockedCase: Pick<LockedCase, "id" | "subject" | "subjectId" | "personId">;
  body: DecisionBody;
  /** Someone involved decides because no one else can: the log says so. */
  isLastResort?: boolean;
};

/** Decides a case that is locked already. */
export async function decide(
  tx: Tx,
  { moderatorId, lockedCase, body, isLastResort }: NewDecision,
): Promise<Decision> {
  const { outcome, reason = "", days } = body;
  const { id: caseId, subject, subjectId, personId } = lockedCase;
  const needsPerson = concernsPerson(outcome) && outcome !== "removed";
  // For a former member it is stored until their address signs up again
  // (lib/accounts/server/former-members.ts).
  if (!personId && needsPerson && !(await tx.formerMember.count({ where: { caseIds: { has: caseId } } }))) {
    throw new ApiError("validation", "This account is deleted: no one is left to be notified.");
  }
  const decision = await tx.decision.create({
    data: {
      id: uuid(),
      caseId,
      personId,
      moderatorId,
      outcome,
      reason,
      days: days ?? null,
      createdAt: new Date(),
      // An operator's word is enough.
      ...(outcome === "banned" && !moderatorId && { confirmedAt: new Date() }),
    },
  });
  if (removesContent(outcome, subject)) await withhold(tx, subject, subjectId, decision.id);
  else await release(tx, subject, subjectId, null);
  if (personId) await applySuspensions(tx, personId);
  const closed = { closedAt: decision.createdAt, assigneeId: moderatorId, assignedAt: decision.createdAt };
  await tx.moderationCase.update({ where: { id: caseId }, data: closed });
  if (concernsPerson(outcome)) await notifyOfDecision(tx, decision, lockedCase);
  await notifyReporters(tx, caseId, outcome);
  const details = {
    decisionId: decision.id,
    outcome,
    ...(days && { days }),
    ...(isLastResort && { isInvolved: true }),
  };
  await logAction(tx, { actorId: moderatorId, action: "case_decided", caseId, personId, details });
  if (moderatorId && confirmUntil(decision)) await alertOfBan(tx, caseId, moderatorId);
  return decision;
}

/**
 * Confirms a ban that someone else decided, which takes effect with it. Throws `not_found`,
 * `forbidden` for who decided it or reported, and `conflict` when it is confirmed, undone or over.
 */
export async function confirmBan(viewer: Viewer, decisionId: string): Promise<CaseDetail> {
  const caseId = await transaction(async (tx) => {
    const { decision, lockedCase } = await lockDecision(tx, decisionId, visibleCases(viewer));
    const until = confirmUntil(decision);
    if (!until) throw new ApiError("conflict", "There is no ban to confirm here.");
    if (until <= new Date()) throw new ApiError("conflict", "No one confirmed this ban in time: it is over.");
    const whyNot = whyNotConfirm(viewer, { ...involvedIn(lockedCase), moderatorId: decision.moderatorId });
    if (whyNot) throw new ApiError("forbidden", whyNot);
    const data = { confirmedAt: new Date(), confirmedById: viewer.id };
    const confirmed = await tx.decision.update({ where: { id: decisionId }, data });
    const { personId } = confirmed;
    if (personId) await applySuspensions(tx, personId);
    await notifyOfConfirmation(tx, confirmed, lockedCase);
    await logAction(tx, {
      actorId: viewer.id,
      action: "ban_confirmed",
      caseId: lockedCase.id,
      personId,
      details: { decisionId },
    });
    return lockedCase.id;
  });
  return getCase(viewer, caseId);
}

/**
 * Undoes a decision: what it removed is shown again, and a suspension ends unless another decision
 * demands it. The case is open again when no rule was broken by it, or when it `reopens`: then what
 * was held is held again, and the reporters are notified of the next decision only. Throws
 * `not_found`, `forbidden` for someone involved, and `conflict` when it was undone before.
 */
export async function undoDecision(
  viewer: Viewer,
  decisionId: string,
  { reason, reopens }: UndoBody,
): Promise<CaseDetail> {
  const caseId = await transaction(async (tx) => {
    const { decision, lockedCase } = await lockDecision(tx, decisionId, visibleCases(viewer));
    const { whyNot } = await standingIn(tx, viewer, lockedCase);
    if (whyNot) throw new ApiError("forbidden", whyNot);
    const isOpenAgain = reopens || decision.outcome === "no_violation";
    if (isOpenAgain) await reopen(tx, lockedCase);
    const undone = await undo(tx, { actorId: viewer.id, decision, lockedCase, reason, isOpenAgain });
    if (isOpenAgain && lockedCase.isHeld) await withhold(tx, lockedCase.subject, lockedCase.subjectId, null);
    if (concernsPerson(decision.outcome)) await notifyOfUndoing(tx, undone, lockedCase, reason);
    // An open appeal has got what it asked for.
    await tx.appeal.updateMany({
      where: { decisionId, decidedAt: null },
      data: { decidedAt: new Date(), decidedById: viewer.id, isAccepted: true, answer: reason },
    });
    return lockedCase.id;
  });
  return getCase(viewer, caseId);
}

/** Locks the case of a decision and reads both. Throws `not_found`, and `conflict` when undone. */
export async function lockDecision(
  tx: Tx,
  decisionId: string,
  visible: VisibleCases,
): Promise<{ decision: Decision; lockedCase: LockedCase }> {
  const about = await tx.decision.findUnique({
    where: { id: decisionId, case: visible },
    select: { caseId: true },
  });
  if (!about) throw new ApiError("not_found", "There is no such decision.");
  const lockedCase = await lockCase(tx, about.caseId, visible);
  const decision = await tx.decision.findUniqueOrThrow({ where: { id: decisionId } });
  if (decision.undoneAt) throw new ApiError("conflict", "This decision has already been undone.");
  return { decision, lockedCase };
}

/** A subject has one open case. Throws `conflict` when there is a newer one. */
async function reopen(tx: Tx, { id, subject, subjectId }: LockedCase): Promise<void> {
  if ((await tx.moderationCase.count({ where: { subject, subjectId, closedAt: null } })) > 0) {
    throw new ApiError("conflict", "There is a newer case about this. Decide that one.");
  }
  await tx.moderationCase.update({
    where: { id },
    data: { closedAt: null, assigneeId: null, assignedAt: null },
  });
}

type Undoing = {
  actorId: string;
  decision: Decision;
  lockedCase: LockedCase;
  reason: string;
  isOpenAgain: boolean;
};

/**
 * Undoes a decision of a case that is locked, and notifies the reporters unless it is open again.
 */
export async function undo(
  tx: Tx,
  { actorId, decision, lockedCase, reason, isOpenAgain }: Undoing,
): Promise<Decision> {
  const { id, outcome } = decision;
  const { id: caseId, subject, subjectId } = lockedCase;
  const data = { undoneAt: new Date(), undoneById: actorId, undoneReason: reason };
  const undone = await tx.decision.update({ where: { id }, data });
  const { personId } = undone;
  if (removesContent(outcome, subject)) {
    // A profile was cleared once: another decision was not about what it shows by now.
    const other =
      subject !== "person" &&
      (await tx.decision.findFirst({
        where: {
          case: { subject, subjectId },
          undoneAt: null,
          outcome: { in: ["removed", "suspended", "banned"] },
        },
      }));
    // While another decision is in force, it stays removed.
    if (other) await withhold(tx, subject, subjectId, other.id);
    else await release(tx, subject, subjectId, id);
  }
  if (personId) await applySuspensions(tx, personId);
  if (concernsPerson(outcome) && !isOpenAgain) await notifyReporters(tx, caseId, "no_violation");
  const details = { decisionId: id, outcome };
  await logAction(tx, { actorId, action: "decision_undone", caseId, personId, details });
  return undone;
}
