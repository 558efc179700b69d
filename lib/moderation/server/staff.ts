import "server-only";
import { suspensionOf } from "@/lib/audience/server/standing";
import { BAN_CONFIRM_HOURS, ROLE_CONFIRM_HOURS } from "@/lib/moderation/policy";
import { visibleCases } from "@/lib/moderation/server/access";
import { countWaiting, mailStaffChange } from "@/lib/moderation/server/alert";
import { logAction } from "@/lib/moderation/server/log";
import type { Age, NumbersAnswer, StaffMember } from "@/lib/moderation/staff-schema";
import { ago } from "@/lib/platform/clock";
import { afterCommit, db, type Tx, transaction } from "@/lib/platform/db";
import { ApiError, notFoundError } from "@/lib/platform/errors";
import { lockRows } from "@/lib/platform/locks";
import { userNotFound } from "@/lib/profiles/server/profile";
import { toPersonName } from "@/lib/profiles/server/rows";
import { readStaff } from "@/lib/reports/server/staff";
import type { StaffRole } from "@/lib/sessions/schema";
import { forgetSessions, type Viewer } from "@/lib/sessions/server/access";
import type { Prisma, User } from "@/prisma/generated/client/client";

/** Who is on the staff, and how much there is to do. */

/** What the numbers look back at. */
const NUMBERS_DAYS = 30;

/** What is to do, and how it went lately, among the cases that exist for the viewer. */
export async function getNumbers(viewer: Viewer): Promise<NumbersAnswer> {
  const visible = visibleCases(viewer);
  const unconfirmed: Prisma.DecisionWhereInput = {
    outcome: "banned",
    confirmedAt: null,
    undoneAt: null,
    createdAt: { gt: ago(BAN_CONFIRM_HOURS, "hours") },
    case: visible,
    OR: [{ moderatorId: null }, { moderatorId: { not: viewer.id } }],
  };
  const [waiting, staff, bans, decisions] = await Promise.all([
    countWaiting(viewer),
    readStaff(db()),
    db().decision.findMany({ where: unconfirmed, select: { caseId: true }, orderBy: { createdAt: "asc" } }),
    db().decision.findMany({
      where: { createdAt: { gt: ago(NUMBERS_DAYS, "days") }, case: visible },
      select: {
        caseId: true,
        outcome: true,
        createdAt: true,
        undoneAt: true,
        case: { select: { openedAt: true, reports: { select: { reason: true }, distinct: ["reason"] } } },
      },
      orderBy: { createdAt: "desc" },
    }),
  ]);
  // The earliest of each case comes last.
  const firsts = new Map(decisions.map((decision) => [decision.caseId, decision]));
  const hours = [...firsts.values()].map(
    ({ createdAt, case: { openedAt } }) => (createdAt.getTime() - openedAt.getTime()) / 3_600_000,
  );
  const counts = new Map<string, NumbersAnswer["outcomesByReason"][number]>();
  for (const { outcome, undoneAt, case: decided } of decisions) {
    if (undoneAt) continue;
    // One that the staff opened themselves has no report.
    const reasons = decided.reports.length > 0 ? decided.reports : [{ reason: null }];
    for (const { reason } of reasons) {
      const key = `${reason} ${outcome}`;
      counts.set(key, { reason, outcome, count: (counts.get(key)?.count ?? 0) + 1 });
    }
  }
  const outcomesByReason = [...counts.values()].sort((a, b) => b.count - a.count);
  return {
    openCases: waiting.cases,
    overdueCases: waiting.overdue,
    bansToConfirm: bans.map(({ caseId }) => caseId),
    openAppeals: waiting.appeals,
    openComplaints: waiting.complaints,
    openRequests: waiting.requests,
    isOnlyAdmin: !staff.some(({ id, staffRole }) => staffRole === "admin" && id !== viewer.id),
    hoursToFirstDecision: median(hours),
    outcomesByReason,
  };
}

function median(numbers: number[]): number | null {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  if (upper === undefined) return null;
  const lower = sorted.length % 2 ? upper : (sorted[middle - 1] ?? upper);
  return Math.round(((lower + upper) / 2) * 10) / 10;
}

/** `a•••@mitsgwl.ac.in`: enough to know someone again whose address one has. */
const maskedEmail = (email: string) => email.replace(/^(.)[^@]*/, "$1•••");

export type MemberColumns = Pick<
  User,
  | "id"
  | "name"
  | "username"
  | "avatarId"
  | "email"
  | "staffRole"
  | "isActive"
  | "suspendedAt"
  | "suspendedUntil"
  | "isAdult"
  | "minorConfirmedAt"
>;

export function toStaffMember(user: MemberColumns): StaffMember {
  const { id: userId, name: userName, username: userUsername, avatarId: userAvatarId } = user;
  return {
    ...toPersonName({ userId, userName, userUsername, userAvatarId }),
    email: maskedEmail(user.email),
    staffRole: user.staffRole,
    isActive: user.isActive,
    suspension: suspensionOf(user),
    age:
      user.isAdult === null ? null : user.isAdult ? "adult" : user.minorConfirmedAt ? "confirmed" : "minor",
  };
}

/**
 * Gives someone a role in moderation, or takes it. An admin's is taken once a second admin does the
 * same within 24 hours; until then the answer still has it. Throws `not_found`, and `forbidden` to
 * the last admin for themselves.
 */
export async function setStaffRole(
  viewer: Viewer,
  memberId: string,
  staffRole: StaffRole | null,
): Promise<StaffMember> {
  return transaction(async (tx) => {
    // Two admins who give up the role at once must not both think the other stays, and two who take
    // each other's must not both succeed.
    const admins = await tx.user.findMany({ where: { staffRole: "admin" }, select: { id: true } });
    await lockRows(tx, "users", [viewer.id, memberId, ...admins.map(({ id }) => id)]);
    const isAdmin = await tx.user.count({ where: { id: viewer.id, staffRole: "admin", isActive: true } });
    if (isAdmin === 0) throw notFoundError();
    const member = await findMember(tx, memberId);
    if (member.staffRole === staffRole) return toStaffMember(member);
    const others = { staffRole: "admin", isActive: true, id: { not: memberId } } as const;
    const isLast = (await tx.user.count({ where: others })) === 0;
    if (memberId === viewer.id && isLast) {
      throw new ApiError("forbidden", "You are the only admin. Make someone else an admin first.");
    }
    const isTaken = member.staffRole === "admin" && memberId !== viewer.id;
    if (isTaken && !(await isSeconded(tx, viewer, memberId, staffRole))) {
      const actorId = viewer.id;
      await logAction(tx, { actorId, action: "role_asked", personId: memberId, details: { staffRole } });
      await mailStaffChange(tx, { actorId, member, staffRole, isAsked: true });
      return toStaffMember(member);
    }
    return toStaffMember(await changeStaffRole(tx, viewer.id, memberId, staffRole));
  });
}

/** Whether another admin has asked for the same lately, and nothing has been changed since. */
async function isSeconded(
  tx: Tx,
  viewer: Viewer,
  personId: string,
  staffRole: StaffRole | null,
): Promise<boolean> {
  const others = await tx.user.findMany({
    where: { staffRole: "admin", isActive: true, id: { notIn: [viewer.id, personId] } },
    select: { id: true },
  });
  const at = { gt: ago(ROLE_CONFIRM_HOURS, "hours") };
  const asked = await tx.moderationLog.findFirst({
    where: {
      action: "role_asked",
      personId,
      actorId: { in: others.map(({ id }) => id) },
      at,
      details: { equals: { staffRole } },
    },
    orderBy: { id: "desc" },
  });
  if (!asked) return false;
  return (
    (await tx.moderationLog.count({ where: { action: "role_set", personId, id: { gt: asked.id } } })) === 0
  );
}

async function findMember(tx: Tx, id: string): Promise<User> {
  const user = await tx.user.findUnique({ where: { id, deletedAt: null, verifiedAt: { not: null } } });
  if (!user) throw userNotFound();
  return user;
}

/**
 * Gives anyone a role of the staff, or takes it away, which every admin reads by mail. Without an
 * actor it is the command line.
 */
export async function changeStaffRole(
  tx: Tx,
  actorId: string | null,
  memberId: string,
  staffRole: StaffRole | null,
): Promise<User> {
  const member = await findMember(tx, memberId);
  const user = await tx.user.update({ where: { id: memberId }, data: { staffRole } });
  await logAction(tx, { actorId, action: "role_set", personId: memberId, details: { staffRole } });
  await mailStaffChange(tx, { actorId, member, staffRole, isAsked: false });
  afterCommit(tx, forgetSessions);
  return user;
}

/**
 * Notes what an admin knows of someone's age: that they are 18, or not, or that a parent has
 * consented. Throws `not_found`.
 */
export async function setAge(viewer: Viewer, memberId: string, age: Age): Promise<StaffMember> {
  return transaction(async (tx) => {
    const now = new Date();
    const [user] = await tx.user.updateManyAndReturn({
      where: { id: memberId, deletedAt: null, verifiedAt: { not: null } },
      data: { isAdult: age === "adult", ageSaidAt: now, minorConfirmedAt: age === "confirmed" ? now : null },
    });
    if (!user) throw userNotFound();
    await logAction(tx, { actorId: viewer.id, action: "age_set", personId: memberId, details: { age } });
    afterCommit(tx, forgetSessions);
    return toStaffMember(user);
  });
}
