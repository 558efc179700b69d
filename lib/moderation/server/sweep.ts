import "server-only";
import { ago } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { WITHHELD_DAYS } from "@/lib/posts/policy";
import { releasePosts } from "@/lib/posts/server/delete";
import { releaseAssets } from "@/lib/uploads/server/sweep";
import { Prisma } from "@/prisma/generated/client/client";

/** Posts removed at a time. */
const BATCH = 100;

/**
 * Removes for good what decisions removed some time ago, unless an appeal is open. What is held for
 * review stays until someone decides.
 */
export async function sweepRemoved(): Promise<void> {
  const appeals = await db().appeal.findMany({ where: { decidedAt: null }, select: { decisionId: true } });
  const removed = {
    withheldAt: { lt: ago(WITHHELD_DAYS, "days") },
    decisionId: { not: null, notIn: appeals.map(({ decisionId }) => decisionId) },
  };
  const posts = await db().post.findMany({ where: removed, take: BATCH, select: { id: true } });
  const ids = posts.map(({ id }) => id);
  if (ids.length > 0) {
    await releasePosts(db(), Prisma.sql`SELECT id, asset_id FROM posts WHERE id = ANY(${ids}::uuid[])`);
  }
  await db().comment.deleteMany({ where: removed });
  // The row retains its place in the conversation. Undone later, it is one that was deleted.
  await db().message.updateMany({
    where: { ...removed, OR: [{ text: { not: "" } }, { postId: { not: null } }] },
    data: { text: "", postId: null, deletedAt: new Date() },
  });
  await sweepRemovedPictures();
}

/**
 * Avatars and banners that decisions took off profiles, unless the person got them back or appeals
 * a decision about the profile; and replaced ones that a case showed.
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
      LIMIT ${BATCH}`,
  );
}
