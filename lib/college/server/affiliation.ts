import "server-only";
import type { AffiliationBody, CollegePerson } from "@/lib/college/schema";
import { findPerson } from "@/lib/college/server/people";
import { logAction } from "@/lib/moderation/server/log";
import { NOT_CONFIRMED, ROLE_SAID } from "@/lib/notifications/policy";
import { notifyOfficially, retract } from "@/lib/notifications/server/write";
import { afterCommit, transaction } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { lockRows } from "@/lib/platform/locks";
import { publishSafety } from "@/lib/platform/realtime";
import type { MemberRole } from "@/lib/profiles/affiliation";
import { collegeCodeOf, requireDepartment } from "@/lib/profiles/server/affiliation";
import { userNotFound } from "@/lib/profiles/server/profile";
import type { Viewer } from "@/lib/sessions/server/access";
import type { AffiliationRequest } from "@/prisma/generated/client/client";

/** What the college says that people are. Its routes are for admins alone. */

/**
 * Says what someone is at the college, and so answers their request while it waits: the role they
 * ask for confirms it, any other rejects it. What is left out stays. They are notified, and their
 * open screens load again. Returns them as they are then; the same again changes nothing. Throws
 * `not_found`, `validation` for a department that their college does not have, and `conflict` when
 * the request of `requestedAt` waits no more, or there is none to take up again.
 */
export async function setAffiliation(
  viewer: Viewer,
  memberId: string,
  { requestedAt, reopens, ...said }: AffiliationBody,
): Promise<CollegePerson> {
  await transaction(async (tx) => {
    // Two admins answer one after the other, and the person asks before or after.
    await lockRows(tx, "users", [memberId]);
    const user = await tx.user.findUnique({
      where: { id: memberId, deletedAt: null, verifiedAt: { not: null } },
      include: { affiliationRequest: true },
    });
    if (!user) throw userNotFound();
    requireDepartment(said.department, collegeCodeOf(user));
    const request = user.affiliationRequest;
    const pending = request?.state === "pending" ? request : undefined;
    if (requestedAt !== undefined && pending?.createdAt.getTime() !== Date.parse(requestedAt)) {
      throw new ApiError("conflict", ANSWERED);
    }
    if (reopens && !request) throw new ApiError("conflict", "They have asked for nothing.");

    const { role, department = user.department, batch = user.batch } = said;
    const now = { role, department, batch };
    const isMoved = user.role !== role;
    const isChanged = isMoved || user.department !== department || user.batch !== batch;
    const answer = answerOf({ request, pending, role, reopens });
    if (!isChanged && !answer) return;

    await tx.user.update({ where: { id: memberId }, data: { ...now, updatedAt: new Date() } });
    if (answer) {
      const by = reopens ? UNDECIDED : { decidedById: viewer.id, decidedAt: new Date() };
      // Not `update`: the person may withdraw it at this very moment.
      await tx.affiliationRequest.updateMany({ where: { userId: memberId }, data: { state: answer, ...by } });
    }
    // Someone who asks to be faculty may be made an alumnus.
    const isRejected = answer === "rejected" && !isMoved;
    const action = isRejected ? "affiliation_rejected" : answer ? ACTIONS[answer] : "affiliation_set";
    const details = isRejected && pending ? { role: pending.role, department: pending.department } : now;
    await logAction(tx, { actorId: viewer.id, action, personId: memberId, details });

    const about = { receiverId: memberId, type: "affiliation", postId: null } as const;
    if (answer === "pending") {
      await retract(tx, { ...about, senderId: memberId }, { alsoSeen: true });
    } else if (isMoved || answer) {
      await notifyOfficially(tx, { ...about, message: isRejected ? NOT_CONFIRMED : ROLE_SAID[role] });
    }
    afterCommit(tx, () => publishSafety(memberId));
  });
  const person = await findPerson(memberId);
  if (!person) throw userNotFound();
  return person;
}

const ANSWERED = "Someone else has already answered this, or they have asked for something else.";
const UNDECIDED = { decidedById: null, decidedAt: null };
const ACTIONS = {
  pending: "affiliation_reopened",
  confirmed: "affiliation_confirmed",
  rejected: "affiliation_set",
} as const;

type Answered = {
  request: AffiliationRequest | null;
  pending: AffiliationRequest | undefined;
  role: MemberRole;
  reopens: boolean;
};

/** What becomes of the request; undefined when it stays as it is. */
function answerOf({ request, pending, role, reopens }: Answered) {
  if (reopens) return request && !pending ? "pending" : undefined;
  if (!pending) return undefined;
  return pending.role === role ? "confirmed" : "rejected";
}
