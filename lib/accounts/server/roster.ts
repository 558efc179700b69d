import "server-only";
import { db, type Tx } from "@/lib/platform/db";
import type { Prisma, RosterEntry, User } from "@/prisma/generated/client/client";

/** What the college says of an address before its person has an account (lib/college). */

/** How long an address is listed without an account, in days since it was last listed. */
export const LISTED_DAYS = 365;

/** What the college says of an address; null when it says nothing. */
export const findListed = (tx: Tx, email: string): Promise<RosterEntry | null> =>
  tx.rosterEntry.findUnique({ where: { email } });

/** Whether an address may become an account although its domain is not the college's. */
export const isInvited = async (tx: Tx, email: string): Promise<boolean> =>
  (await tx.rosterEntry.count({ where: { email, role: "alumni" } })) > 0;

/** What a listed person is at the college. What it does not say stays as it is. */
export const fromRoster = (
  { collegeName, role, department, batch }: RosterEntry,
  user: Pick<User, "department" | "batch">,
): Pick<Prisma.UserUpdateInput, "collegeName" | "role" | "department" | "batch"> => ({
  collegeName,
  role,
  department: department ?? user.department,
  batch: batch ?? user.batch,
});

/** Deletes addresses that have had no account for a year. */
export async function sweepRoster(): Promise<void> {
  await db().sql`
    DELETE FROM roster_entries r
    WHERE r.created_at < now() - make_interval(days => ${LISTED_DAYS})
      AND NOT EXISTS (SELECT FROM users u WHERE u.email = r.email AND u.verified_at IS NOT NULL)`;
}

/**
 * Takes a person who leaves off the list. For everyone but students, address, role, department and
 * year stay listed: it is the college that says what they are.
 */
export async function forgetListed(tx: Tx, email: string): Promise<void> {
  await tx.rosterEntry.deleteMany({ where: { email, role: "student" } });
  await tx.rosterEntry.updateMany({ where: { email }, data: { name: "" } });
}
