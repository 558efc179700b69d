import "server-only";
import { standingOf, suspensionOf } from "@/lib/audience/server/standing";
import type { LogAction, SUSPENSION_DAYS } from "@/lib/moderation/policy";
import type { DecisionBody } from "@/lib/moderation/schema";
import { describeStranded } from "@/lib/moderation/server/alert";
import { decide } from "@/lib/moderation/server/decide";
import { logAction } from "@/lib/moderation/server/log";
import { changeStaffRole } from "@/lib/moderation/server/staff";
import { findStranded } from "@/lib/moderation/server/stranded";
import { afterCommit, db, type Tx, transaction } from "@/lib/platform/db";
import { openCase } from "@/lib/reports/server/cases";
import type { StaffRole } from "@/lib/sessions/schema";
import { forgetSessions } from "@/lib/sessions/server/access";
import type { User } from "@/prisma/generated/client/client";

/** What an operator does by command (scripts/database/member.ts), where no one moderates yet. */

/** The person with this address; undefined without one, or when it was never proven. */
export async function findByEmail(email: string): Promise<User | undefined> {
  const user = await db().user.findUnique({ where: { email: email.trim().toLowerCase(), deletedAt: null } });
  return user?.verifiedAt ? user : undefined;
}

/** What there is to know about a person before one decides. */
export async function describeMember(user: User): Promise<Record<string, string>> {
  const [openCases, decisions] = await Promise.all([
    db().moderationCase.count({ where: { personId: user.id, closedAt: null } }),
    db().decision.count({ where: { personId: user.id, undoneAt: null, outcome: { not: "no_violation" } } }),
  ]);
  const suspension = suspensionOf(user);
  return {
    name: user.name,
    username: user.username ?? "",
    joined: user.createdAt.toISOString(),
    role: user.staffRole ?? "none",
    state: standingOf(user),
    suspension: suspension ? (suspension.until ?? "for good") : "none",
    "open cases": String(openCases),
    "decisions that stand": String(decisions),
  };
}

/** The reports and appeals that no one of the staff may decide, without what anyone wrote. */
export async function listStranded(): Promise<Record<string, string>[]> {
  return (await findStranded()).map((found) => ({
    what: found.what,
    ...describeStranded(found),
    since: found.since.toISOString(),
  }));
}

/** A ban is undone by moderators alone, and until then hides the person. */
export const isBanned = (user: User) => standingOf(user) === "banned";

export const giveRole = (user: User, role: StaffRole | null) =>
  transaction((tx) => changeStaffRole(tx, null, user.id, role));

/** Suspends someone for some days, or bans them without any, with a case that moderators find. */
export async function suspendMember(
  user: User,
  days: (typeof SUSPENSION_DAYS)[number] | undefined,
  reason: string,
): Promise<void> {
  await transaction(async (tx) => {
    const about = { subject: "person", subjectId: user.id } as const;
    const found = await openCase(tx, { ...about, isHeld: false });
    if (!found) throw new Error("This person is gone.");
    const body: DecisionBody = days ? { outcome: "suspended", reason, days } : { outcome: "banned", reason };
    await decide(tx, { moderatorId: null, lockedCase: found, body });
  });
}

/**
 * Hides someone and ends their sessions. Signing in does not undo it, even for a person who had
 * deactivated the account before.
 */
export async function switchOff(user: User): Promise<void> {
  await transaction(async (tx) => {
    const data = { isActive: false, deactivatedAt: null, switchedOffAt: new Date() };
    await tx.user.update({ where: { id: user.id }, data });
    const open = { userId: user.id, revokedAt: null };
    await tx.session.updateMany({ where: open, data: { revokedAt: new Date() } });
    await note(tx, "switched_off", user);
  });
}

/** Shows someone again who was switched off. */
export async function switchOn(user: User): Promise<void> {
  await transaction(async (tx) => {
    await tx.user.update({ where: { id: user.id }, data: { isActive: true, switchedOffAt: null } });
    await note(tx, "switched_on", user);
  });
}

async function note(tx: Tx, action: LogAction, { id }: User): Promise<void> {
  await logAction(tx, { actorId: null, action, personId: id });
  afterCommit(tx, forgetSessions);
}
