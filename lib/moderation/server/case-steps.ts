import "server-only";
import { v7 as uuid } from "uuid";
import type { CaseDetail } from "@/lib/moderation/schema";
import { visibleCases } from "@/lib/moderation/server/access";
import { getCase, liftableBy, lockCase } from "@/lib/moderation/server/cases";
import { logAction } from "@/lib/moderation/server/log";
import { transaction } from "@/lib/platform/db";
import { endHold } from "@/lib/reports/server/retention";
import type { Viewer } from "@/lib/sessions/server/access";

/**
 * Leaves a note for the staff for whom the case exists, so never for the person it is about. The
 * log says that there is one, and not what it says. Throws `not_found`.
 */
export async function leaveNote(viewer: Viewer, caseId: string, text: string): Promise<CaseDetail> {
  await transaction(async (tx) => {
    const { personId } = await lockCase(tx, caseId, visibleCases(viewer));
    await tx.caseNote.create({ data: { id: uuid(), caseId, authorId: viewer.id, text } });
    await logAction(tx, { actorId: viewer.id, action: "note_left", caseId, personId });
  });
  return getCase(viewer, caseId);
}

/**
 * Puts a case under a legal hold, or ends it: while it lasts, nothing that the case needs is
 * removed (lib/reports/server/cases.ts). A repeated call changes nothing. Throws `not_found`.
 */
export async function setHold(viewer: Viewer, caseId: string, held: boolean): Promise<CaseDetail> {
  await transaction(async (tx) => {
    const about = await lockCase(tx, caseId, visibleCases(viewer));
    if ((about.preservedAt !== null) === held) return;
    const data = { preservedAt: new Date() };
    if (held) await tx.moderationCase.update({ where: { id: caseId }, data });
    else await endHold(tx, about);
    const action = held ? "hold_set" : "hold_ended";
    await logAction(tx, { actorId: viewer.id, action, caseId, personId: about.personId });
  });
  return getCase(viewer, caseId);
}

/**
 * Lets involved staff decide a case, as far as the viewer may. A
 * repeated call changes nothing. Throws `not_found`.
 */
export async function liftInvolvement(viewer: Viewer, caseId: string): Promise<CaseDetail> {
  await transaction(async (tx) => {
    const lockedCase = await lockCase(tx, caseId, visibleCases(viewer));
    const liftedIds = await liftableBy(tx, viewer, lockedCase);
    if (liftedIds.length === 0) return;
    const involvedIds = lockedCase.involvedIds.filter((id) => !liftedIds.includes(id));
    await tx.moderationCase.update({ where: { id: caseId }, data: { involvedIds } });
    const { personId } = lockedCase;
    const details = { liftedIds };
    await logAction(tx, { actorId: viewer.id, action: "involvement_lifted", caseId, personId, details });
  });
  return getCase(viewer, caseId);
}
