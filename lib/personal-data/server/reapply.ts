import "server-only";
import type { Standing } from "@/lib/moderation/server/standing";
import { applySuspensions } from "@/lib/moderation/server/suspend";
import { leaveAgain } from "@/lib/personal-data/server/leave";
import { db, transaction } from "@/lib/platform/db";
import { addClosedCase } from "@/lib/reports/server/cases";

/** After a restore: what was decided since the backup holds again. */

export const REASON = "This was decided before the campus was restored from a backup. It is still in force.";

/**
 * Deletes accounts again that were deleted since the backup, and gives everyone the suspensions
 * that stood last, no more and no fewer. `changes` in any order; the latest of a person counts.
 * Returns how many people were deleted, and how many others it changed.
 */
export async function reapplyStanding(changes: Standing[]): Promise<{ deleted: number; changed: number }> {
  const latest = new Map<string, Standing>();
  const lastAsMember = new Map<string, Standing>();
  for (const change of changes.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    if (!change.isDeleted) lastAsMember.set(change.personId, change);
    // A deleted person stays deleted, whatever the clocks of two machines say.
    if (!latest.get(change.personId)?.isDeleted) latest.set(change.personId, change);
  }
  const people = await db().user.findMany({
    where: { id: { in: [...latest.keys()] }, deletedAt: null },
    select: { id: true },
  });
  const result = { deleted: 0, changed: 0 };
  for (const { id } of people) {
    const standing = latest.get(id);
    if (!standing) continue;
    if (standing.isDeleted) {
      // A suspension that stood when they left goes with their address.
      const before = lastAsMember.get(id);
      if (before) await matchSuspensions(before);
      await leaveAgain(id);
      result.deleted++;
    } else if (await matchSuspensions(standing)) {
      result.changed++;
    }
  }
  return result;
}

/** Returns whether anything differed. */
async function matchSuspensions({ personId, suspensions }: Standing): Promise<boolean> {
  return transaction(async (tx) => {
    const had = await tx.decision.findMany({
      where: { personId, outcome: { in: ["suspended", "banned"] }, undoneAt: null },
    });
    const ids = suspensions.map(({ id }) => id);
    const over = had.filter(({ id }) => !ids.includes(id)).map(({ id }) => id);
    const known = new Map(had.map((decision) => [decision.id, decision]));
    const lost = suspensions.filter(({ id }) => !known.has(id));
    const confirmed = suspensions.filter(({ id, confirmedAt }) => {
      const decision = known.get(id);
      return decision && confirmedAt && !decision.confirmedAt;
    });
    if (over.length + lost.length + confirmed.length === 0) return false;
    await tx.decision.updateMany({ where: { id: { in: over } }, data: { undoneAt: new Date() } });
    for (const { id, confirmedAt } of confirmed) {
      await tx.decision.update({ where: { id }, data: { confirmedAt } });
    }
    for (const decision of lost) {
      // Decided, with a case of its own that can be appealed and undone like any other.
      const { id: caseId } = await addClosedCase(
        tx,
        { subject: "person", subjectId: personId },
        decision.createdAt,
      );
      await tx.decision.create({ data: { ...decision, caseId, personId, reason: REASON } });
    }
    await applySuspensions(tx, personId);
    return true;
  });
}
