import "server-only";
import { departments } from "@/lib/campus/server/campus";
import { addTime } from "@/lib/platform/clock";
import { db, transaction } from "@/lib/platform/db";
import { ApiError, notFoundError, unauthenticatedError } from "@/lib/platform/errors";
import { lockUsers } from "@/lib/platform/locks";
import type { AffiliationRequestAnswer, AffiliationRequestBody } from "@/lib/profiles/affiliation-schema";
import { CLOSED_TO_REQUESTS, REQUEST_AGAIN_HOURS } from "@/lib/profiles/policy";
import { collegeCodeOf, requireDepartment } from "@/lib/profiles/server/affiliation";
import type { Viewer } from "@/lib/sessions/server/access";
import type { AffiliationRequest, User } from "@/prisma/generated/client/client";

/**
 * "I teach or work here": asked by a person of themselves. The college answers (lib/college), and
 * `publishSafety` then has the person's open pages load everything again.
 */

type Requester = Pick<User, "role" | "department"> & { affiliationRequest: AffiliationRequest | null };

/** The state of the viewer's request; `none` before, and once what was confirmed is taken back. */
export async function getAffiliationRequest(
  viewer: Viewer,
  userId: string,
): Promise<AffiliationRequestAnswer> {
  assertOneself(viewer, userId);
  const person = await db().user.findUnique({
    where: { id: viewer.id },
    select: { role: true, department: true, affiliationRequest: true },
  });
  if (!person) throw unauthenticatedError();
  return toAnswer(person);
}

/**
 * Asks the college to confirm that the viewer teaches or works there, or changes what they have
 * asked. `isNew` says which. Throws `not_found` for anyone else, `validation` for a department that
 * the college does not have, and `conflict` when it is confirmed, or was rejected within a day.
 */
export async function requestAffiliation(
  viewer: Viewer,
  userId: string,
  { role, department = null }: AffiliationRequestBody,
): Promise<AffiliationRequestAnswer & { isNew: boolean }> {
  assertOneself(viewer, userId);
  return transaction(async (tx) => {
    await lockUsers(tx, [viewer.id]);
    const where = { id: viewer.id, isActive: true };
    const person = await tx.user.findUnique({ where, include: { affiliationRequest: true } });
    if (!person) throw unauthenticatedError();
    requireDepartment(department, collegeCodeOf(person));
    const hasDepartments = departments(collegeCodeOf(person)).length > 0;
    if (role === "faculty" && !department && hasDepartments) throw departmentMissing();
    const { state } = toAnswer(person);
    if (state === "confirmed") throw new ApiError("conflict", CLOSED_TO_REQUESTS);
    if (state === "rejected") assertMayAskAgain(person.affiliationRequest);
    const asked = { role, department } as const;
    const isNew = state !== "pending";
    const before = person.affiliationRequest;
    // An answer names the time of what it answers.
    const isSame = !isNew && before?.role === role && before.department === department;
    const fresh = { state: "pending", createdAt: new Date(), decidedAt: null, decidedById: null } as const;
    await tx.affiliationRequest.upsert({
      where: { userId: viewer.id },
      create: { userId: viewer.id, ...asked },
      update: { ...asked, ...(isSame ? {} : fresh) },
    });
    return { state: "pending", ...asked, isNew };
  });
}

/** Withdraws the viewer's own unanswered request. Throws `not_found` for anyone else. */
export async function withdrawAffiliationRequest(
  viewer: Viewer,
  userId: string,
): Promise<AffiliationRequestAnswer> {
  assertOneself(viewer, userId);
  await db().affiliationRequest.deleteMany({ where: { userId: viewer.id, state: "pending" } });
  return getAffiliationRequest(viewer, userId);
}

function assertOneself(viewer: Viewer, userId: string): void {
  if (userId !== viewer.id) throw notFoundError();
}

function assertMayAskAgain(request: AffiliationRequest | null): void {
  const at = request?.decidedAt && addTime(request.decidedAt, REQUEST_AGAIN_HOURS, "hours");
  if (at && at.getTime() > Date.now()) {
    throw new ApiError("conflict", "The college has rejected this today. You can ask again tomorrow.");
  }
}

function departmentMissing(): ApiError {
  const message = "Please choose your department.";
  return new ApiError("validation", message, { issues: [{ path: "department", message }] });
}

/** What the college says counts, also when it said so without a request, or took it back. */
function toAnswer({ role, department, affiliationRequest }: Requester): AffiliationRequestAnswer {
  if (role === "faculty" || role === "staff") return { state: "confirmed", role, department };
  const asked = affiliationRequest;
  if (!asked || asked.state === "confirmed" || asked.role === "student" || asked.role === "alumni") {
    return { state: "none", role: null, department: null };
  }
  return { state: asked.state, role: asked.role, department: asked.department };
}
