import "server-only";
import { ago } from "@/lib/platform/clock";
import { db, type Tx } from "@/lib/platform/db";
import { lockRows } from "@/lib/platform/locks";
import { CASE_RETENTION_DAYS } from "@/lib/reports/policy";
import {
  type StoredVersion,
  storedEvidence,
  storedSnapshotSchema,
  storedVersions,
} from "@/lib/reports/server/snapshots";
import { type ModerationCase, Prisma } from "@/prisma/generated/client/client";

/** What cases keep of people and of what they wrote, and for how long. */

/**
 * Cases `c` that still need what they are about: open ones, those closed lately, and those under a
 * legal hold.
 */
const needsSubject = Prisma.sql`(c.closed_at IS NULL OR c.preserved_at IS NOT NULL
  OR c.closed_at > now() - make_interval(days => ${CASE_RETENTION_DAYS}))`;

/**
 * Posts `p` that a case still needs. Deleted by their author, they stay with their media, where
 * only staff see them.
 */
export const isNeededByCase = Prisma.sql`EXISTS (
  SELECT FROM moderation_cases c WHERE c.subject = 'post' AND c.subject_id = p.id AND ${needsSubject})`;

/** Cases and reports emptied in one round of upkeep. */
const BATCH = 500;

/**
 * Empties cases that were closed long ago and await no appeal of everything people wrote: the
 * copies, the words and messages of reports, notes, appeals and their answers, and the reasons of
 * decisions except of a suspension that still lasts, whose person reads it.
 */
export async function emptyOldCases(): Promise<void> {
  const old: Prisma.ModerationCaseWhereInput = {
    closedAt: { lt: ago(CASE_RETENTION_DAYS, "days") },
    preservedAt: null,
    decisions: { none: { appeal: { decidedAt: null } } },
  };
  await db().moderationCase.updateMany({
    where: { ...old, NOT: { snapshot: { equals: EMPTY } } },
    data: { snapshot: EMPTY },
    limit: BATCH,
  });
  await db().report.updateMany({
    where: { OR: [{ evidence: { not: Prisma.AnyNull } }, { text: { not: "" } }], case: old },
    data: { evidence: Prisma.DbNull, text: "" },
    limit: BATCH,
  });
  await db().appeal.updateMany({
    where: { OR: [{ text: { not: "" } }, { answer: { not: "" } }], decision: { case: old } },
    data: { text: "", answer: "" },
    limit: BATCH,
  });
  await db().caseNote.deleteMany({ where: { case: old }, limit: BATCH });
  const suspended = await db().user.findMany({
    where: {
      suspensionId: { not: null },
      OR: [{ suspendedUntil: null }, { suspendedUntil: { gt: new Date() } }],
    },
    select: { suspensionId: true },
  });
  await db().decision.updateMany({
    where: {
      id: { notIn: suspended.flatMap(({ suspensionId }) => suspensionId ?? []) },
      OR: [{ reason: { not: "" } }, { undoneReason: { not: "" } }],
      case: old,
    },
    data: { reason: "", undoneReason: "" },
    limit: BATCH,
  });
  // Those about nothing, which only their reporter sees.
  await db().report.deleteMany({
    where: { caseId: null, createdAt: { lt: ago(CASE_RETENTION_DAYS, "days") } },
    limit: BATCH,
  });
}

const EMPTY = { versions: [] };

/** Cases separated from a person in one batch; their copies are written one by one. */
const PERSON_BATCH = 50;

/**
 * Separates one batch of the cases about a closed account from it, and returns how many. Their text
 * stays as long as the case needs it, without the person's name; the media are removed with the
 * account. Under a legal hold, all of it stays until `endHold`.
 */
export async function forgetPerson(tx: Tx, userId: string): Promise<number> {
  const about = { where: { personId: userId }, take: PERSON_BATCH, orderBy: { id: "asc" } } as const;
  const ids = (await tx.moderationCase.findMany({ ...about, select: { id: true } })).map(({ id }) => id);
  // No hold starts or ends before the commit.
  await lockRows(tx, "moderation_cases", ids);
  const cases = await tx.moderationCase.findMany({ where: { id: { in: ids } } });
  for (const { id, subject, snapshot, preservedAt } of cases) {
    if (!preservedAt) await removeNames(tx, { id, snapshot }, (senderId) => senderId === userId);
    // A case about the person themself must not name them: its own id takes the place of theirs.
    const anonymous = subject === "person" ? { subjectId: id } : {};
    await tx.moderationCase.update({ where: { id }, data: { ...anonymous, personId: null } });
    await tx.report.updateMany({ where: { caseId: id }, data: anonymous });
  }
  return cases.length;
}

/**
 * Takes a closed account out of the cases of others that it was part of; returns how many. The
 * copies then name neither the owner of a post nor whom a reply answers, except under a legal hold.
 */
export async function forgetInvolved(tx: Tx, userId: string): Promise<number> {
  const changed = await tx.sql<{ id: string; snapshot: unknown; isHeld: boolean }>`
    UPDATE moderation_cases SET involved_ids = array_remove(involved_ids, ${userId}::uuid)
    WHERE involved_ids @> ARRAY[${userId}::uuid] RETURNING id, snapshot, preserved_at IS NOT NULL AS "isHeld"`;
  for (const { id, snapshot, isHeld } of changed) {
    if (isHeld) continue;
    const stored = storedSnapshotSchema.parse(snapshot);
    const data = { snapshot: { ...stored, versions: storedVersions(stored).map(withoutOthers) } };
    await tx.moderationCase.update({ where: { id }, data });
  }
  return changed.length;
}

/** A copy without the names of those who are part of what it is about. */
const withoutOthers = ({ post, answered, ...version }: StoredVersion): StoredVersion => ({
  ...version,
  post: post && { ...post, name: "" },
  ...(answered && { answered: { ...answered, name: "" } }),
});

/**
 * Ends the legal hold of a locked case. What it retained of a deleted account is removed; its
 * files are destroyed by their sweep.
 */
export async function endHold(tx: Tx, { id, personId, openedAt, snapshot }: ModerationCase): Promise<void> {
  await tx.moderationCase.update({ where: { id }, data: { preservedAt: null } });
  // Someone who came back has an account younger than the case.
  const isLeft = personId && (await tx.user.count({ where: { id: personId, createdAt: { lte: openedAt } } }));
  if (!isLeft) await removeNames(tx, { id, snapshot }, () => true);
}

/**
 * Takes the names and media out of the copies of a case, and the names of some senders out of its
 * messages.
 */
async function removeNames(
  tx: Tx,
  { id, snapshot }: Pick<ModerationCase, "id" | "snapshot">,
  isTheirs: (senderId: string | null) => boolean,
): Promise<void> {
  const versions = storedVersions(snapshot).map((version) => ({
    ...withoutOthers(version),
    name: "",
    username: "",
    media: [],
  }));
  await tx.moderationCase.update({ where: { id }, data: { snapshot: { versions } } });
  const reports = await tx.report.findMany({ where: { caseId: id, evidence: { not: Prisma.AnyNull } } });
  for (const report of reports) {
    const evidence = storedEvidence(report.evidence).map((message) =>
      isTheirs(message.senderId) ? { ...message, senderId: null, name: "" } : message,
    );
    await tx.report.update({ where: { id: report.id }, data: { evidence } });
  }
}
