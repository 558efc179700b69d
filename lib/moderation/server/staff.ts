import "server-only";
import { suspensionOf } from "@/lib/audience/server/standing";
import { BAN_CONFIRM_HOURS } from "@/lib/moderation/policy";
import { seenBy } from "@/lib/moderation/server/access";
import { overdue } from "@/lib/moderation/server/alert";
import { logAction } from "@/lib/moderation/server/log";
import type { Age, NumbersAnswer, StaffMember } from "@/lib/moderation/staff-schema";
import { ago } from "@/lib/platform/clock";
import { afterCommit, db, type Tx, transaction } from "@/lib/platform/db";
import { ApiError, notFoundError } from "@/lib/platform/errors";
import { lockRows } from "@/lib/platform/locks";
import { userNotFound } from "@/lib/profiles/server/profile";
import { toPersonName } from "@/lib/profiles/server/rows";
import type { StaffRole } from "@/lib/sessions/schema";
import { forgetSessions, type Viewer } from "@/lib/sessions/server/access";
import type { Prisma, User } from "@/prisma/generated/client/client";

/** Who is on the staff, and how much there is to do. */

/** What the numbers look back at. */
const NUMBERS_DAYS = 30;

/** What is to do, and how it went lately, among the cases that exist for the viewer. */
export async function getNumbers(viewer: Viewer): Promise<NumbersAnswer> {
  const seen = seenBy(viewer);
  const unconfirmed: Prisma.DecisionWhereInput = {
    outcome: "banned",
    confirmedAt: null,
    undoneAt: null,
    createdAt: { gt: ago(BAN_CONFIRM_HOURS, "hours") },
    case: seen,
    OR: [{ moderatorId: null }, { moderatorId: { not: viewer.id } }],
  };
  const [openCases, overdueCases, bans, openAppeals, decisions] = await Promise.all([
    db().moderationCase.count({ where: { ...seen, closedAt: null } }),
    db().moderationCase.count({ where: { ...seen, ...overdue() } }),
    db().decision.findMany({ where: unconfirmed, select: { caseId: true }, orderBy: { createdAt: "asc" } }),
    db().appeal.count({ where: { decidedAt: null, decision: { case: seen } } }),
    db().decision.findMany({
      where: { createdAt: { gt: ago(NUMBERS_DAYS, "days") }, case: seen },
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
    openCases,
    overdueCases,
    bansToConfirm: bans.map(({ caseId }) => caseId),
    openAppeals,
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
 * Gives someone a role in moderation, or takes it. Throws `not_found`, and `forbidden` to the last
 * admin for themselves.
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
    const others = { staffRole: "admin", isActive: true, id: { not: memberId } } as const;
    const isLast = (await tx.user.count({ where: others })) === 0;
    if (memberId === viewer.id && staffRole !== "admin" && isLast) {
      throw new ApiError("forbidden", "You are the only admin. Make someone else an admin first.");
    }
    return toStaffMember(await changeStaffRole(tx, viewer.id, memberId, staffRole));
  });
}

/** Gives anyone a role of the staff, or takes it away. Without an actor it is the command line. */
export async function changeStaffRole(
  tx: Tx,
  actorId: string | null,
  memberId: string,
  staffRole: StaffRole | null,
): Promise<User> {
  const [user] = await tx.user.updateManyAndReturn({
    where: { id: memberId, deletedAt: null, verifiedAt: { not: null } },
    data: { staffRole },
  });
  if (!user) throw userNotFound();
  await logAction(tx, { actorId, action: "role_set", personId: memberId, details: { staffRole } });
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
