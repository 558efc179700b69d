import "server-only";
import { standingOf } from "@/lib/audience/server/standing";
import { suspensionEnd } from "@/lib/moderation/policy";
import { noteStanding } from "@/lib/moderation/server/standing";
import { afterCommit, type Tx } from "@/lib/platform/db";
import { lockRows } from "@/lib/platform/locks";
import { publishChange } from "@/lib/platform/realtime";
import { forgetSessions } from "@/lib/sessions/server/access";
import type { Decision } from "@/prisma/generated/client/client";

const endOf = (decision: Decision) => suspensionEnd(decision)?.getTime() ?? Number.POSITIVE_INFINITY;

/**
 * Suspends a person for as long as the longest decision in force demands, or no longer. A
 * ban that is confirmed also hides them. Takes effect within a second
 * (lib/sessions/server/access.ts).
 */
export async function applySuspensions(tx: Tx, personId: string): Promise<void> {
  await lockRows(tx, "users", [personId]);
  const user = await tx.user.findUnique({ where: { id: personId, deletedAt: null } });
  if (!user) return;
  const decisions = await tx.decision.findMany({
    where: { personId, outcome: { in: ["suspended", "banned"] }, undoneAt: null },
  });
  const suspensions = decisions.flatMap(({ outcome, ...decision }) =>
    outcome === "suspended" || outcome === "banned" ? [{ ...decision, outcome }] : [],
  );
  await noteStanding(tx, { personId, isDeleted: false, suspensions });
  const [longest] = decisions
    .filter((decision) => endOf(decision) > Date.now())
    .sort((a, b) => (endOf(a) > endOf(b) ? -1 : 1));
  const wasBanned = standingOf(user) === "banned";
  const isBanned = longest !== undefined && suspensionEnd(longest) === null;
  await tx.user.update({
    where: { id: personId },
    data: {
      suspendedAt: longest?.createdAt ?? null,
      suspendedUntil: longest ? suspensionEnd(longest) : null,
      suspensionId: longest?.id ?? null,
      ...(isBanned && { isActive: false }),
      // Who had deactivated their account before comes back by signing in; an operator brings back
      // those who were switched off.
      ...(wasBanned && !isBanned && { isActive: !user.deactivatedAt && !user.switchedOffAt }),
    },
  });
  afterCommit(tx, () => {
    forgetSessions();
    publishChange(personId);
  });
}
