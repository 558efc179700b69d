import "server-only";
import type { Tx } from "@/lib/platform/db";
import type { StaffRole } from "@/lib/sessions/schema";
import type { Prisma } from "@/prisma/generated/client/client";

/** Who of the staff sees a case, and whether anyone of them may decide it. */

type Staff = { id: string; email: string; staffRole: StaffRole | null };

/** All of the staff but for people suspended now. */
export const readStaff = (client: Pick<Tx, "user">): Promise<Staff[]> =>
  client.user.findMany({
    where: {
      staffRole: { not: null },
      isActive: true,
      OR: [{ suspendedAt: null }, { suspendedUntil: { lt: new Date() } }],
    },
    select: { id: true, email: true, staffRole: true },
    orderBy: { id: "asc" },
  });

type SeenCase = {
  personId: string | null;
  isSealed: boolean;
  person: { staffRole: StaffRole | null } | null;
};

/** Whether a case exists for one of the staff: `visibleCases` (lib/moderation/server/access.ts). */
export const sees = ({ id, staffRole }: Staff, { personId, isSealed, person }: SeenCase): boolean =>
  id !== personId && (staffRole === "admin" || !(isSealed || person?.staffRole));

/** What `isStranded` reads of a case. */
export const DECIDERS = {
  personId: true,
  isSealed: true,
  closedAt: true,
  person: { select: { isActive: true, staffRole: true } },
  reports: { select: { reporterId: true } },
} satisfies Prisma.ModerationCaseSelect;
type DecidedCase = SeenCase & { closedAt: Date | null; reports: { reporterId: string | null }[] };

/**
 * Whether no one of the staff may ever decide an open case: it is about everyone who could, or they
 * reported it themselves. Someone else has to be made an admin.
 */
export const isStranded = (found: DecidedCase, staff: Staff[]): boolean =>
  found.closedAt === null &&
  !staff.some(
    (member) => sees(member, found) && found.reports.every(({ reporterId }) => reporterId !== member.id),
  );
