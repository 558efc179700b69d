import "server-only";
import { db } from "@/lib/platform/db";
import type { Viewer } from "@/lib/sessions/server/access";
import type { Prisma } from "@/prisma/generated/client/client";

export type VisibleCases = Pick<Prisma.ModerationCaseWhereInput, "isSealed" | "OR">;

/**
 * Which cases there are for a member of the staff. No one reads about
 * themself, or who reported them; and moderators, who are people of the campus too, neither about
 * other staff nor what is sealed. What they don't see is in no list, number, log or history. `sees`
 * (lib/reports/server/staff.ts) is the same of one case.
 */
export const visibleCases = ({ id, staffRole }: Pick<Viewer, "id" | "staffRole">): VisibleCases => {
  const isAdmin = staffRole === "admin";
  return {
    ...(!isAdmin && { isSealed: false }),
    // Compared with a column that may be null, `not` leaves those rows out.
    OR: [{ personId: null }, { personId: { not: id }, ...(!isAdmin && { person: { staffRole: null } }) }],
  };
};

/** The ids of cases that do not exist for the viewer, for tables without a relation to cases. */
export async function hiddenCaseIds(viewer: Viewer): Promise<string[]> {
  const rows = await db().moderationCase.findMany({
    where: { NOT: visibleCases(viewer) },
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}
