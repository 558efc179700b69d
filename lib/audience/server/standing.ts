import "server-only";
import { anyOf, type Condition } from "@/lib/audience/server/condition";
import { Prisma, type User } from "@/prisma/generated/client/client";

/**
 * A person's standing on the campus: one thing, derived from the columns of `users`. Conditions
 * are about people `u`.
 */

export type AccountStanding =
  | "deleted"
  | "banned"
  | "switched off"
  | "deactivated"
  | "unproven"
  | "suspended"
  | "active";

type Columns = Pick<
  User,
  | "isActive"
  | "deletedAt"
  | "suspendedAt"
  | "suspendedUntil"
  | "switchedOffAt"
  | "deactivatedAt"
  | "verifiedAt"
>;

/** What matters most of what holds for a person. Only *active* and *suspended* people are seen. */
export function standingOf(user: Columns, now = new Date()): AccountStanding {
  const suspension = suspensionOf(user, now);
  if (user.deletedAt) return "deleted";
  if (suspension?.until === null) return "banned";
  if (user.switchedOffAt) return "switched off";
  if (user.deactivatedAt) return "deactivated";
  if (!user.verifiedAt) return "unproven";
  return suspension ? "suspended" : "active";
}

/** Whether a person is suspended now, and until when; for a ban it is null. */
export function suspensionOf(
  { suspendedAt, suspendedUntil }: Pick<User, "suspendedAt" | "suspendedUntil">,
  now = new Date(),
): { until: string | null } | null {
  const isOver = suspendedUntil !== null && suspendedUntil <= now;
  return suspendedAt && !isOver ? { until: suspendedUntil?.toISOString() ?? null } : null;
}

type PersonCondition = Condition<Prisma.UserWhereInput>;

/** Not deactivated, switched off, banned, or deleted and not removed yet. */
export const activePeople: PersonCondition = { sql: Prisma.sql`u.is_active`, where: { isActive: true } };

const bannedPeople: PersonCondition = {
  sql: Prisma.sql`(u.suspended_at IS NOT NULL AND u.suspended_until IS NULL AND u.deleted_at IS NULL)`,
  where: { suspendedAt: { not: null }, suspendedUntil: null, deletedAt: null },
};

const deactivatedPeople: PersonCondition = {
  sql: Prisma.sql`u.deactivated_at IS NOT NULL`,
  where: { deactivatedAt: { not: null } },
};

/** People whose sessions are open: active ones, and banned ones, who may read why. */
export const peopleWithSessions = anyOf(activePeople, bannedPeople);

/** Who may sign in: those, and who deactivated their account themselves. */
export const peopleWhoMaySignIn = anyOf(activePeople, bannedPeople, deactivatedPeople);

/** People who are neither suspended nor banned. */
export const unsuspendedPeople = Prisma.sql`(u.suspended_at IS NULL OR u.suspended_until < now())`;
