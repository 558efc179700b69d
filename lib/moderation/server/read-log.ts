import "server-only";
import { LOG_ACTIONS, type LogAction, type LogKind } from "@/lib/moderation/policy";
import { hiddenCaseIds } from "@/lib/moderation/server/access";
import { PERSON, toPerson } from "@/lib/moderation/server/rows";
import type { LogAnswer, LogEntry, LogQuery } from "@/lib/moderation/staff-schema";
import { addTime } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import type { Viewer } from "@/lib/sessions/server/access";
import { startOfIsoDay } from "@/lib/time/relative-time";

const actionsOf = (kind: LogKind) =>
  (Object.keys(LOG_ACTIONS) as LogAction[]).filter((action) => LOG_ACTIONS[action] === kind);

/**
 * What the staff did, newest first, but for cases that do not exist for the viewer. Which age was
 * noted, and the year of graduation, which people can keep to their circle, are for admins alone.
 */
export async function readLog(
  viewer: Viewer,
  { cursor, limit, kind, day, actorId, personId, caseId }: LogQuery,
): Promise<LogAnswer> {
  const hidden = await hiddenCaseIds(viewer);
  const start = day && startOfIsoDay(day);
  const rows = await db().moderationLog.findMany({
    where: {
      ...(cursor && { id: { lt: BigInt(cursor) } }),
      ...(kind && { action: { in: actionsOf(kind) } }),
      ...(start && { at: { gte: start, lt: addTime(start, 1, "days") } }),
      ...(actorId && { actorId }),
      ...(personId && { personId }),
      // Compared with a column that may be null, `notIn` leaves those rows out.
      AND: [{ OR: [{ caseId: null }, { caseId: { notIn: hidden } }] }, ...(caseId ? [{ caseId }] : [])],
    },
    orderBy: { id: "desc" },
    take: limit + 1,
  });
  const page = rows.slice(0, limit);
  const cases = await db().moderationCase.findMany({
    where: { id: { in: unique(page.map((row) => row.caseId)) } },
    select: { id: true, subject: true, personId: true },
  });
  const ids = [...page.flatMap((row) => [row.actorId, row.personId]), ...cases.map((row) => row.personId)];
  const people = await db().user.findMany({ where: { id: { in: unique(ids) }, deletedAt: null }, ...PERSON });
  const named = (id: string | null) => toPerson(people.find((person) => person.id === id) ?? null);
  const caseOf = (id: string | null): LogEntry["case"] => {
    const found = cases.find((row) => row.id === id);
    return found ? { subject: found.subject, person: named(found.personId) } : null;
  };
  const hasMore = rows.length > limit;
  return {
    entries: page.map((row) => ({
      _id: String(row.id),
      at: row.at.toISOString(),
      actor: named(row.actorId),
      action: row.action,
      caseId: row.caseId,
      case: caseOf(row.caseId),
      person: named(row.personId),
      details: detailsFor(viewer, row.details as Details),
    })),
    hasMore,
    nextCursor: hasMore ? String(page.at(-1)?.id) : null,
  };
}

type Details = LogEntry["details"];

const detailsFor = ({ staffRole }: Viewer, { age, batch, ...details }: Details): Details =>
  staffRole === "admin" ? { ...details, age, batch } : details;

const unique = (ids: (string | null)[]) => [...new Set(ids.filter((id) => id !== null))];
