import "server-only";
import { isDeepStrictEqual } from "node:util";
import { v7 as uuid } from "uuid";
import { notifyOfficially } from "@/lib/notifications/server/write";
import type { Tx } from "@/lib/platform/db";
import { type Outcome, outcomeForReporter, outcomeSentence, type ReportSubject } from "@/lib/reports/policy";
import { type Content, FIND } from "@/lib/reports/server/content";
import { findNamedStaff, findTied } from "@/lib/reports/server/involved";
import { storedSnapshotSchema, storedVersions } from "@/lib/reports/server/snapshots";
import type { ModerationCase, Prisma } from "@/prisma/generated/client/client";

/** Cases: the reports about one subject, with a copy of it. A subject has one open case. */

type Subject = { subject: ReportSubject; subjectId: string };

/**
 * The open case about a subject, which the product opens by itself when there is none. Locked until
 * the transaction ends. With `isHeld` the subject waits for moderators. Undefined when the subject
 * does not exist.
 */
export async function openCase(
  tx: Tx,
  { isHeld, ...subject }: Subject & { isHeld: boolean },
): Promise<ModerationCase | undefined> {
  const content = await FIND[subject.subject](tx, subject.subjectId, undefined);
  return content && lockCase(tx, subject, content, isHeld ? { isHeld } : {});
}

/**
 * A case of its own, closed at `time` already: in addition to an open one, whose reports still
 * wait. Throws when the subject is gone.
 */
export async function addClosedCase(
  tx: Tx,
  { subject, subjectId }: Subject,
  time: Date,
): Promise<ModerationCase> {
  const content = await FIND[subject](tx, subjectId, undefined);
  if (!content) throw new Error(`This ${subject} is gone.`);
  const { personId, versions } = content;
  const times = { openedAt: time, lastReportedAt: time, closedAt: time };
  return tx.moderationCase.create({
    data: { id: uuid(), subject, subjectId, personId, snapshot: { versions }, ...times },
  });
}

/** Finds or opens the case, applies `change` and locks it, so that no decision comes in between. */
export async function lockCase(
  tx: Tx,
  { subject, subjectId }: Subject,
  content: Content,
  change: Prisma.ModerationCaseUncheckedUpdateManyInput,
): Promise<ModerationCase> {
  const { personId, versions } = content;
  for (;;) {
    const [found] = await tx.moderationCase.updateManyAndReturn({
      where: { subject, subjectId, closedAt: null },
      data: { ...change, lastReportedAt: new Date() },
    });
    if (found) return addCopies(tx, found, versions);
    const tied = await findTied(tx, subject, subjectId, content);
    const named = await findNamedStaff(tx, subject, subjectId, personId);
    const involvedIds = [...new Set([...tied, ...named])];
    // Waits for a request that opens the same case at this moment; the next round finds that case.
    await tx.moderationCase.createMany({
      data: { id: uuid(), subject, subjectId, personId, involvedIds, snapshot: { versions } },
      skipDuplicates: true,
    });
  }
}

/** Adds copies of something that was edited or deleted since it was reported. */
async function addCopies(tx: Tx, found: ModerationCase, read: Content["versions"]): Promise<ModerationCase> {
  const stored = storedSnapshotSchema.parse(found.snapshot);
  const versions = storedVersions(stored);
  const last = versions.findLast(({ isFormer }) => !isFormer);
  const added = read.filter((version) =>
    version.isFormer
      ? !versions.some(({ text }) => text === version.text)
      : !isDeepStrictEqual({ ...last, takenAt: version.takenAt }, version),
  );
  if (added.length === 0) return found;
  const snapshot = { ...stored, versions: [...stored.versions, ...added] };
  return tx.moderationCase.update({ where: { id: found.id }, data: { snapshot } });
}

/**
 * Notifies everyone who reported in a case of its outcome, in the transaction that decides. After
 * a decision was undone, notifies them that it has changed.
 */
export async function notifyReporters(tx: Tx, caseId: string, outcome: Outcome): Promise<void> {
  const reports = await tx.report.findMany({
    where: { caseId, reporterId: { not: null }, isUnseen: false },
    distinct: ["reporterId"],
    select: { reporterId: true, subject: true },
    orderBy: { reporterId: "asc" },
  });
  const undone = await tx.decision.count({ where: { caseId, undoneAt: { not: null } } });
  for (const { reporterId, subject } of reports) {
    if (reporterId === null) continue;
    const sentence = outcomeSentence(outcomeForReporter(outcome), subject);
    const message = undone > 0 ? `The decision about your report was changed. ${sentence}` : sentence;
    await notifyOfficially(tx, { receiverId: reporterId, type: "report", postId: null, message });
  }
}
