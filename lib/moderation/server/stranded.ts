import "server-only";
import { whyNotAnswer } from "@/lib/moderation/policy";
import { db } from "@/lib/platform/db";
import { isStranded, readStaff, sees } from "@/lib/reports/server/staff";
import type { Prisma } from "@/prisma/generated/client/client";

/** What waits and can be decided by no one of the staff, until someone else is made an admin. */

const ABOUT = {
  person: { select: { id: true, name: true, username: true, isActive: true, staffRole: true } },
  reports: { select: { reporterId: true, reason: true }, orderBy: { createdAt: "asc" } },
} satisfies Prisma.ModerationCaseInclude;
type About = Prisma.ModerationCaseGetPayload<{ include: typeof ABOUT }>;

export type Stranded = {
  what: "report" | "appeal";
  id: string;
  since: Date;
  about: Pick<About, "subject"> & {
    person: { id: string; name: string; username: string | null } | null;
    reports: Pick<About["reports"][number], "reason">[];
  };
};

/** Open cases that no one may decide, and then open appeals that no one may answer. */
export async function findStranded(): Promise<Stranded[]> {
  const staff = await readStaff(db());
  const isStaff = { staffRole: { not: null } } as const;
  const cases = await db().moderationCase.findMany({
    where: {
      closedAt: null,
      // Any other is seen by all of the staff, and reported by none of them.
      ...(staff.length > 0 && {
        OR: [{ isSealed: true }, { person: isStaff }, { reports: { some: { reporter: isStaff } } }],
      }),
    },
    include: ABOUT,
    orderBy: { openedAt: "asc" },
  });
  const appeals = await db().appeal.findMany({
    where: { decidedAt: null },
    include: { decision: { include: { case: { include: ABOUT } } } },
    orderBy: { createdAt: "asc" },
  });
  return [
    ...cases
      .filter((about) => isStranded(about, staff))
      .map((about) => ({ what: "report" as const, id: about.id, since: about.openedAt, about })),
    ...appeals.flatMap(({ id, createdAt, decision: { moderatorId, case: about } }) => {
      const { involvedIds } = about;
      const reporterIds = about.reports.map(({ reporterId }) => reporterId);
      const canBeAnswered = staff.some(
        (member) => sees(member, about) && !whyNotAnswer(member, { reporterIds, involvedIds, moderatorId }),
      );
      return canBeAnswered ? [] : [{ what: "appeal" as const, id, since: createdAt, about }];
    }),
  ];
}
