import "server-only";
import type { CaseDetail } from "@/lib/moderation/schema";
import { seenBy } from "@/lib/moderation/server/access";
import { getCase, lockCase } from "@/lib/moderation/server/cases";
import { logAction } from "@/lib/moderation/server/log";
import { transaction } from "@/lib/platform/db";
import type { Viewer } from "@/lib/sessions/server/access";

/**
 * Puts a case under a legal hold, or ends it: while it lasts, nothing that the case needs is removed
 * (lib/reports/server/cases.ts). A repeated call changes nothing. Throws `not_found`.
 */
export async function setHold(viewer: Viewer, caseId: string, held: boolean): Promise<CaseDetail> {
  await transaction(async (tx) => {
    const { preservedAt, personId } = await lockCase(tx, caseId, seenBy(viewer));
    if ((preservedAt !== null) === held) return;
    const data = { preservedAt: held ? new Date() : null };
    await tx.moderationCase.update({ where: { id: caseId }, data });
    const action = held ? "hold_set" : "hold_ended";
    await logAction(tx, { actorId: viewer.id, action, caseId, personId });
  });
  return getCase(viewer, caseId);
}
