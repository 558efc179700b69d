import "server-only";
import { v7 as uuid } from "uuid";
import type { CaseDetail } from "@/lib/moderation/schema";
import { seenBy } from "@/lib/moderation/server/access";
import { getCase, lockCase } from "@/lib/moderation/server/cases";
import { logAction } from "@/lib/moderation/server/log";
import { transaction } from "@/lib/platform/db";
import type { Viewer } from "@/lib/sessions/server/access";

/**
 * Leaves a note for those of the staff for whom the case exists, so never for whom it is about. The
 * log says that there is one, and not what it says. Throws `not_found`.
 */
export async function leaveNote(viewer: Viewer, caseId: string, text: string): Promise<CaseDetail> {
  await transaction(async (tx) => {
    const { personId } = await lockCase(tx, caseId, seenBy(viewer));
    await tx.caseNote.create({ data: { id: uuid(), caseId, authorId: viewer.id, text } });
    await logAction(tx, { actorId: viewer.id, action: "note_left", caseId, personId });
  });
  return getCase(viewer, caseId);
}
