import "server-only";
import { removeComments } from "@/lib/comments/server/delete";
import { logAction } from "@/lib/moderation/server/log";
import { ago } from "@/lib/platform/clock";
import { db, transaction } from "@/lib/platform/db";
import { WITHHELD_DAYS } from "@/lib/posts/policy";
import { releasePosts } from "@/lib/posts/server/delete";
import { CASE_ENDS_DAYS } from "@/lib/reports/policy";
import { releaseAssets } from "@/lib/uploads/server/sweep";
import { Prisma } from "@/prisma/generated/client/client";

/** Posts, and comments, removed at a time. */
const BATCH = 100;

/**
 * Removes for good what decisions removed some time ago, unless an appeal is open or the case is
 * under a legal hold. What is held for review stays until someone decides.
 */
export async function sweepRemoved(): Promise<void> {
  const needed = await db().decision.findMany({
    where: { OR: [{ appeal: { decidedAt: null } }, { case: { preservedAt: { not: null } } }] },
    select: { id: true },
  });
  const removed = {
    withheldAt: { lt: ago(WITHHELD_DAYS, "days") },
    decisionId: { not: null, notIn: needed.map(({ id }) => id) },
  };
  const posts = await db().post.findMany({ where: removed, take: BATCH, select: { id: true } });
  const ids = posts.map(({ id }) => id);
  if (ids.length > 0) {
    await releasePosts(db(), Prisma.sql`SELECT id FROM posts WHERE id = ANY(${ids}::uuid[])`);
  }
  await transaction(async (tx) => {
    const comments = await tx.comment.findMany({
      where: removed,
      take: BATCH,
      select: { id: true, postId: true },
    });
    await removeComments(tx, comments);
  });
  await db().mention.deleteMany({ where: { message: removed } });
  // The row retains its place in the conversation. Undone later, it is one that was deleted.
  await db().message.updateMany({
    where: { ...removed, OR: [{ text: { not: "" } }, { postId: { not: null } }] },
    data: { text: "", postId: null, deletedAt: new Date() },
  });
  await sweepRemovedPictures();
}

/**
 * Avatars and banners that decisions took off profiles, unless the person got them back or appeals
 * a decision about the profile; and replaced ones that a case showed. Files of an open case stay,
 * and those under a legal hold.
 */
async function sweepRemovedPictures(): Promise<void> {
  await releaseAssets(
    db(),
    Prisma.sql`
      SELECT a.id FROM media_assets a JOIN users u ON u.id = a.owner_id
      WHERE a.purpose <> 'post' AND a.attached_at < now() - make_interval(days => ${WITHHELD_DAYS})
        AND a.public_id IS DISTINCT FROM u.avatar_id AND a.public_id IS DISTINCT FROM u.banner_id
        AND NOT EXISTS (SELECT FROM appeals JOIN decisions d ON d.id = appeals.decision_id
          JOIN moderation_cases c ON c.id = d.case_id
          WHERE appeals.decided_at IS NULL AND d.person_id = u.id AND c.subject = 'person')
        AND NOT EXISTS (SELECT FROM moderation_cases c WHERE c.person_id = u.id AND c.subject = 'person'
          AND (c.closed_at IS NULL OR c.preserved_at IS NOT NULL))
      LIMIT ${BATCH}`,
  );
}

/** Cases ended at a time. */
const ENDED_BATCH = 100;

/**
 * Ends cases that no one has decided for long, without a decision. Those with content that is held
 * for review go on waiting, and those under a legal hold.
 */
export async function endOldCases(): Promise<void> {
  const open: Prisma.ModerationCaseWhereInput = {
    closedAt: null,
    preservedAt: null,
    lastReportedAt: { lt: ago(CASE_ENDS_DAYS, "days") },
    // Nothing of a deleted account is held any more.
    OR: [{ isHeld: false }, { personId: null }],
  };
  const old = await db().moderationCase.findMany({
    where: open,
    take: ENDED_BATCH,
    select: { id: true, personId: true },
  });
  for (const { id, personId } of old) {
    await transaction(async (tx) => {
      const data = { closedAt: new Date() };
      const { count } = await tx.moderationCase.updateMany({ where: { id, ...open }, data });
      if (count > 0) await logAction(tx, { actorId: null, action: "case_ended", caseId: id, personId });
    });
  }
}
