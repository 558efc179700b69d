import "server-only";
import { v7 as uuid } from "uuid";
import * as z from "zod";
import { standingOf } from "@/lib/audience/server/standing";
import { removeComments } from "@/lib/comments/server/delete";
import { withholdComment } from "@/lib/comments/server/withhold";
import { recordWithdrawal } from "@/lib/legal/server/consents";
import { emptyMessage, withholdMessage } from "@/lib/messages/server/withhold";
import { fileStanding } from "@/lib/moderation/server/standing";
import { retractMentions } from "@/lib/notifications/server/mentions";
import { REASON } from "@/lib/personal-data/server/reapply";
import { addTime } from "@/lib/platform/clock";
import { db, transaction } from "@/lib/platform/db";
import { lockRows } from "@/lib/platform/locks";
import { log } from "@/lib/platform/log";
import { deletePost } from "@/lib/posts/server/delete";
import { withholdPost } from "@/lib/posts/server/withhold";
import { addClosedCase } from "@/lib/reports/server/cases";
import { FIND } from "@/lib/reports/server/content";
import { block } from "@/lib/safety/server/block";
import type { StaffRole } from "@/prisma/generated/client/client";

/**
 * What was taken, as triggers of the database note it (`note_revocation` in the migration): removed
 * content, roles, passwords, blocks, what an account may no longer do. A restore takes it again.
 */

const time = z.coerce.date().nullable();
const contentState = z.object({
  isDeleted: z.boolean(),
  withheldAt: time,
  decisionId: z.uuid().nullable(),
});
const personState = z.object({
  staffRole: z.enum(["moderator", "admin"]).nullable(),
  switchedOffAt: time,
  deactivatedAt: time,
  isAdult: z.boolean().nullable(),
  ageSaidAt: time,
  minorConfirmedAt: time,
  hasConsented: z.boolean(),
  /** The password of before is void; nothing says what it or the next one is. */
  isPasswordVoid: z.boolean(),
});
const blockState = z.object({ blockedId: z.uuid(), isBlocked: z.boolean() });

const base = { at: z.coerce.date(), subjectId: z.uuid() };
const contentSubject = z.enum(["post", "comment", "message"]);
export const revocationSchema = z.discriminatedUnion("subject", [
  z.object({ ...base, subject: contentSubject, state: contentState }),
  z.object({ ...base, subject: z.literal("person"), state: personState }),
  z.object({ ...base, subject: z.literal("block"), state: blockState }),
]);
type Revocation = z.infer<typeof revocationSchema>;
type ContentSubject = z.infer<typeof contentSubject>;
type ContentState = z.infer<typeof contentState>;
type PersonState = z.infer<typeof personState>;

/** Adds new ones to the file next to the database, which may be lost. */
export async function fileRevocations(): Promise<void> {
  await transaction(async (tx) => {
    const rows = await tx.sql<{ id: bigint }>`
      WITH due AS (SELECT id FROM revocations WHERE NOT is_filed ORDER BY id LIMIT 1000 FOR UPDATE SKIP LOCKED)
      UPDATE revocations r SET is_filed = true FROM due WHERE r.id = due.id
      RETURNING r.id, r.at, r.subject, r.subject_id AS "subjectId", r.state`;
    // Before the commit: what could not be written is due again.
    fileStanding(rows.map(({ id: _, ...row }) => row));
  });
}

/** Clocks differ, and a transaction may have begun before the backup and ended after it. */
const MARGIN_MINUTES = 10;

/**
 * Takes again what was taken since `takenAt`: the latest state of each. Nothing is given back.
 * Returns how many changes it made.
 */
export async function reapplyRevocations(all: Revocation[], takenAt: Date): Promise<number> {
  const since = addTime(takenAt, -MARGIN_MINUTES, "minutes");
  const latest = new Map<string, Revocation>();
  const withoutPassword = new Set<string>();
  for (const revocation of all
    .filter(({ at }) => at >= since)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const { subject, subjectId, state } = revocation;
    latest.set(`${subject} ${subjectId} ${"blockedId" in state ? state.blockedId : ""}`, revocation);
    if ("isPasswordVoid" in state && state.isPasswordVoid) withoutPassword.add(subjectId);
  }
  let changes = 0;
  let failure: unknown;
  for (const revocation of latest.values()) {
    try {
      if (await takeAgain(revocation, withoutPassword)) changes++;
    } catch (err) {
      const { subject, subjectId } = revocation;
      log().error({ err, subject, subjectId }, "something was not taken again");
      failure = err;
    }
  }
  if (failure) throw failure;
  return changes;
}

async function takeAgain(revocation: Revocation, withoutPassword: ReadonlySet<string>): Promise<boolean> {
  const { subject, subjectId: id, state } = revocation;
  switch (subject) {
    case "person":
      return takeFromPerson(id, state, withoutPassword.has(id));
    case "block":
      return state.isBlocked && (await blockAgain(id, state.blockedId));
    default:
      return takeContent(subject, id, state);
  }
}

const POWER: (StaffRole | null)[] = [null, "moderator", "admin"];

/** An account gets the state of before, but no power. */
async function takeFromPerson(id: string, state: PersonState, isPasswordVoid: boolean): Promise<boolean> {
  return transaction(async (tx) => {
    await lockRows(tx, "users", [id]);
    const user = await tx.user.findUnique({ where: { id, deletedAt: null } });
    if (!user) return false;
    const { switchedOffAt, deactivatedAt, isAdult, ageSaidAt, minorConfirmedAt, hasConsented } = state;
    const isHidden = standingOf(user) === "banned" || switchedOffAt !== null || deactivatedAt !== null;
    const wasHidden = user.switchedOffAt !== null || user.deactivatedAt !== null;
    if (user.agreedVersion && !hasConsented) await recordWithdrawal(tx, id, user.agreedVersion);
    await tx.user.update({
      where: { id },
      data: {
        switchedOffAt,
        deactivatedAt,
        isAdult,
        ageSaidAt,
        minorConfirmedAt,
        ...(isHidden ? { isActive: false } : wasHidden && { isActive: true }),
        ...(POWER.indexOf(state.staffRole) < POWER.indexOf(user.staffRole) && { staffRole: state.staffRole }),
        ...(!hasConsented && { agreedVersion: null, agreedAt: null }),
        ...(isPasswordVoid && { passwordHash: null }),
      },
    });
    return true;
  });
}

async function blockAgain(blockerId: string, blockedId: string): Promise<boolean> {
  return transaction(async (tx) => {
    await lockRows(tx, "users", [blockerId, blockedId]);
    const people = await tx.user.count({ where: { id: { in: [blockerId, blockedId] } } });
    return people === 2 && block(tx, blockerId, blockedId);
  });
}

async function takeContent(subject: ContentSubject, id: string, state: ContentState): Promise<boolean> {
  if (state.isDeleted) return DELETE_AGAIN[subject](id);
  return state.withheldAt !== null && (await withholdAgain(subject, id, state.decisionId, state.withheldAt));
}

const DELETE_AGAIN: Record<ContentSubject, (id: string) => Promise<boolean>> = {
  post: async (id) => {
    const post = await db().post.findUnique({ where: { id, deletedAt: null } });
    if (post) await deletePost({ id: post.authorId, sessionId: "" }, id);
    return post !== null;
  },
  comment: (id) =>
    transaction(async (tx) => {
      const comment = await tx.comment.findUnique({ where: { id, authorId: { not: null } } });
      if (!comment) return false;
      await retractMentions(tx, { postId: comment.postId, commentId: id });
      await removeComments(tx, [comment]);
      return true;
    }),
  message: (id) => transaction((tx) => emptyMessage(tx, id)),
};

const WITHHOLD = { post: withholdPost, comment: withholdComment, message: withholdMessage };

/** Removed by a decision of its own, which can be appealed and undone like any other. */
async function withholdAgain(
  subject: ContentSubject,
  subjectId: string,
  decisionId: string | null,
  createdAt: Date,
): Promise<boolean> {
  return transaction(async (tx) => {
    const content = await FIND[subject](tx, subjectId, undefined);
    if (!content) return false;
    const id = decisionId ?? uuid();
    if (!(await tx.decision.findUnique({ where: { id } }))) {
      const { id: caseId, personId } = await addClosedCase(tx, { subject, subjectId }, createdAt);
      const data = { id, caseId, personId, outcome: "removed", reason: REASON, createdAt } as const;
      await tx.decision.create({ data });
    }
    await WITHHOLD[subject](tx, subjectId, id);
    return true;
  });
}
