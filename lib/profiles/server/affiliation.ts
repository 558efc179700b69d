import "server-only";
import { departments, programmes } from "@/lib/campus/server/campus";
import { db } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { takeLimits, type Use } from "@/lib/platform/rate-limit";
import { ANONYMOUS_NAME, collegeByEmail, NO_COLLEGE } from "@/lib/product";
import type { ProfileBody } from "@/lib/profiles/schema";
import type { Viewer } from "@/lib/sessions/server/access";
import { Prisma, type User as UserRow } from "@/prisma/generated/client/client";

/** What people say of themselves at the college: their department, year and section. */

type Affiliation = Pick<UserRow, "department" | "batch">;
type Said = Pick<ProfileBody, "department" | "programme" | "batch">;

const differs = (user: Affiliation, said: Said, field: "department" | "batch") =>
  said[field] !== undefined && said[field] !== user[field];

/** Whether this changes a department or year that was set; setting a first one does not. */
export const isAffiliationChange = (user: Affiliation, said: Said): boolean =>
  (["department", "batch"] as const).some((field) => user[field] !== null && differs(user, said, field));

/**
 * Counts a change of the viewer's department or year, both at once as one; nothing when they stay
 * the same or are said for the first time. Returns what to refund should the write fail. Throws
 * `conflict` for a third change within a year.
 */
export async function takeAffiliationChange(viewer: Viewer, said: Said): Promise<Use[]> {
  if (said.department === undefined && said.batch === undefined) return [];
  const select = { department: true, batch: true } as const;
  const user = await db().user.findUnique({ where: { id: viewer.id }, select });
  if (!user || !isAffiliationChange(user, said)) return [];
  const uses: Use[] = [["affiliation", viewer.id]];
  try {
    await takeLimits(uses, "You have changed your department or year twice already. You can change it again");
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ApiError("conflict", error.message, { headers: error.headers });
  }
  return uses;
}

/**
 * Checks what a person says of themselves. Throws `validation` for a department or programme that
 * their college does not have, and `conflict` for what only the college changes: the department of
 * all but students, and the year of alumni.
 */
export function assertAffiliation(
  user: Affiliation & Pick<UserRow, "role" | "email" | "collegeName">,
  said: Said & Pick<ProfileBody, "collegeName">,
): void {
  const college = collegeCodeOf({ ...user, collegeName: said.collegeName ?? user.collegeName });
  requireDepartment(said.department, college);
  requireCode("programme", said.programme, programmes(college));
  if (user.role !== "student" && differs(user, said, "department")) throw locked("department");
  if (user.role === "alumni" && differs(user, said, "batch")) throw locked("year");
}

/** The code of a person's college; before they have chosen it, that of their address. */
export const collegeCodeOf = ({ email, collegeName }: Pick<UserRow, "email" | "collegeName">): string =>
  collegeName === NO_COLLEGE ? (collegeByEmail(email)?.code ?? "") : collegeName;

/** Throws `validation` for a department that a college lacks; empty and missing ones pass. */
export const requireDepartment = (code: string | null | undefined, college: string): void =>
  requireCode("department", code, departments(college));

function requireCode(
  field: "department" | "programme",
  code: string | null | undefined,
  list: readonly { code: string }[],
): void {
  if (!code || list.some((entry) => entry.code === code)) return;
  const message =
    list.length === 0
      ? `Your college lists no ${field}s.`
      : `Please choose a ${field} of your college: ${list.map((entry) => entry.code).join(", ")}.`;
  throw new ApiError("validation", message, { issues: [{ path: field, message }] });
}

const locked = (what: "department" | "year") =>
  new ApiError("conflict", `Your college sets your ${what}. Please ask it to change it.`);

/** People `u` whose address is not proven, or who have no name or college yet. */
export const isIncomplete = Prisma.sql`(u.verified_at IS NULL OR u.name IN ('', ${ANONYMOUS_NAME})
  OR u.college_name IN ('', ${NO_COLLEGE}))`;

/**
 * People `u` who wait to be confirmed as faculty or staff. An account that is hidden or has no name
 * yet waits for no answer, and nor does who is faculty or staff already.
 */
export const waitsForConfirmation = Prisma.sql`(u.is_active AND u.role NOT IN ('faculty', 'staff')
  AND NOT ${isIncomplete} AND EXISTS (
    SELECT FROM affiliation_requests r WHERE r.user_id = u.id AND r.state = 'pending'))`;
