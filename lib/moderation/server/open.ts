import "server-only";
import type { NewCase } from "@/lib/moderation/schema";
import { logAction } from "@/lib/moderation/server/log";
import { transaction } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { subjectNoun } from "@/lib/reports/policy";
import { lockCase } from "@/lib/reports/server/cases";
import { FIND } from "@/lib/reports/server/content";
import type { Viewer } from "@/lib/sessions/server/access";

/** Opening a case where one of the staff comes upon something, without a report. */

/**
 * The id of the open case about what the viewer sees, which is opened, and logged, when there is
 * none. They become no reporter, and may decide it. Throws `validation` for oneself and one's own,
 * `forbidden` to moderators for other staff, and `not_found` for what is hidden from the viewer and
 * for what has a case that is: that there is one must not show.
 */
export async function openCaseAbout(
  viewer: Viewer,
  { subject, subjectId }: NewCase,
): Promise<{ caseId: string; isNew: boolean }> {
  return transaction(async (tx) => {
    const isAdmin = viewer.staffRole === "admin";
    const notFound = () => new ApiError("not_found", `This ${subjectNoun(subject)} is no longer here.`);
    const content = await FIND[subject](tx, subjectId, viewer);
    if (!content?.isSeen) throw notFound();
    const { personId } = content;
    if (personId === viewer.id) {
      throw new ApiError("validation", "You can't open a case about yourself or what you wrote.");
    }
    if (
      !isAdmin &&
      personId &&
      (await tx.user.count({ where: { id: personId, staffRole: { not: null } } }))
    ) {
      throw new ApiError("forbidden", "Cases about the staff are for admins. You can report it instead.");
    }
    const about = { subject, subjectId };
    const before = await tx.moderationCase.count({ where: { ...about, closedAt: null } });
    const found = await lockCase(tx, about, content, {});
    if (found.isSealed && !isAdmin) throw notFound();
    const isNew = before === 0;
    if (isNew) {
      await logAction(tx, { actorId: viewer.id, action: "case_begun", caseId: found.id, personId });
    }
    return { caseId: found.id, isNew };
  });
}
