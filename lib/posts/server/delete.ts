import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { afterResponse } from "@/lib/platform/after-response";
import { ago } from "@/lib/platform/clock";
import { afterCommit, db, type Tx, transaction } from "@/lib/platform/db";
import { lockUsers } from "@/lib/platform/locks";
import { publishChange } from "@/lib/platform/realtime";
import type { Post } from "@/lib/posts/schema";
import { adjustPostCounts, lockOwnPost } from "@/lib/posts/server/lock";
import { getPostIn, postNotFound } from "@/lib/posts/server/read";
import { updateTags } from "@/lib/posts/server/tags";
import { storeFormerText } from "@/lib/reports/server/former-texts";
import { isNeededByCase } from "@/lib/reports/server/retention";
import type { Viewer } from "@/lib/sessions/server/access";
import { sweepMedia } from "@/lib/uploads/server/sweep";
import { filesOfPost, setWithheld } from "@/lib/uploads/server/withhold";
import { Prisma } from "@/prisma/generated/client/client";

/** How long its author can undo a deletion, in seconds: longer than the browser offers it. */
const RESTORE_SECONDS = 30;

/**
 * Deletes a post: it is hidden at once, with its likes, comments and notifications, and a sweep
 * removes it. Of one that a case needs the files are hidden at once, too. `restorePost` can undo
 * that for some seconds. Throws `not_found` and `forbidden`.
 */
export async function deletePost(viewer: Viewer, postId: string): Promise<void> {
  await transaction(async (tx) => {
    // Lock the author first, as createPost does, so that all writers use one lock order.
    await lockUsers(tx, [viewer.id]);
    const post = await lockOwnPost(tx, viewer, postId, { alsoWithheld: true });
    const deletedAt = new Date();
    await tx.post.update({ where: { id: postId }, data: { isActive: false, deletedAt } });
    await setWithheld(
      tx,
      Prisma.sql`
        SELECT file.asset_id FROM (${filesOfPost(postId)}) file
        JOIN posts p ON p.id = ${postId}::uuid AND ${isNeededByCase}`,
      true,
    );
    if (!post.decisionId) {
      await storeFormerText(tx, { ...captionOf(viewer, postId), text: post.caption, shownUntil: deletedAt });
    }
    await tx.notification.updateMany({ where: { postId, deletedAt: null }, data: { deletedAt } });
    if (!post.withheldAt) {
      await updateTags(tx, postId, post.createdAt, post.hashtags, []);
      await adjustPostCounts(tx, viewer.id, -1);
    }
    afterCommit(tx, () => {
      publishChange(viewer.id);
      afterResponse(sweepLater);
    });
  });
}

const captionOf = ({ id: personId }: Viewer, subjectId: string) =>
  ({ subject: "post", subjectId, personId }) as const;

/**
 * Undoes the deletion of the viewer's own post; one that is not deleted stays as it is. Throws
 * `not_found`, also when it is too late.
 */
export async function restorePost(viewer: Viewer, postId: string): Promise<Post> {
  return transaction(async (tx) => {
    await lockUsers(tx, [viewer.id]);
    const post = await tx.post.findUnique({
      where: { id: postId, authorId: viewer.id },
      select: { createdAt: true, hashtags: true, deletedAt: true, withheldAt: true },
    });
    if (!post) throw postNotFound();
    const { deletedAt, withheldAt } = post;
    // Too late, although the row is there, for a post that stays for moderators.
    if (deletedAt && deletedAt < ago(2 * RESTORE_SECONDS, "seconds")) throw postNotFound();
    if (deletedAt) {
      const restored = await tx.post.updateMany({
        where: { id: postId, deletedAt },
        data: { isActive: withheldAt === null, deletedAt: null },
      });
      // A sweep was faster.
      if (restored.count === 0) throw postNotFound();
      await tx.notification.updateMany({ where: { postId, deletedAt }, data: { deletedAt: null } });
      await tx.formerText.deleteMany({ where: { ...captionOf(viewer, postId), shownUntil: deletedAt } });
      if (!withheldAt) {
        await setWithheld(tx, filesOfPost(postId), false);
        await updateTags(tx, postId, post.createdAt, [], post.hashtags);
        await adjustPostCounts(tx, viewer.id, 1);
      }
      afterCommit(tx, () => publishChange(viewer.id));
    }
    return getPostIn(tx, viewer, postId);
  });
}

/**
 * Removes the posts whose deletion can no longer be undone. Those that moderators still have to
 * look at stay for them, hidden from everyone else, as are their files.
 */
export async function sweepDeletedPosts(): Promise<void> {
  const deleted = Prisma.sql`p.deleted_at < now() - make_interval(secs => ${RESTORE_SECONDS})`;
  // `restorePost` gives back none of these any more.
  const isFinal = Prisma.sql`p.deleted_at < now() - make_interval(secs => ${2 * RESTORE_SECONDS})`;
  await transaction((tx) =>
    setWithheld(
      tx,
      Prisma.sql`
        SELECT m.asset_id FROM posts p JOIN post_media m ON m.post_id = p.id
        WHERE ${isFinal} AND ${isNeededByCase}`,
      true,
    ),
  );
  await releasePosts(
    db(),
    Prisma.sql`
      SELECT p.id FROM posts p WHERE ${deleted} AND NOT ${isNeededByCase}
      LIMIT 100 FOR UPDATE OF p SKIP LOCKED`,
  );
}

/**
 * Removes the posts whose ids `selection` selects, with all that belongs to them, and queues their
 * files for deletion.
 */
export async function releasePosts(tx: Tx, selection: Prisma.Sql): Promise<void> {
  await tx.sql`
    WITH gone AS MATERIALIZED (${selection}),
      -- What edits replaced is no history any more: it is stored for a report alone.
      former AS (
        UPDATE former_texts SET is_history = false
        WHERE is_history AND (subject = 'post' AND subject_id IN (SELECT id FROM gone) OR subject = 'comment'
          AND subject_id IN (SELECT c.id FROM gone JOIN comments c ON c.post_id = gone.id AND c.edited_at IS NOT NULL))),
      deleted_posts AS (DELETE FROM posts WHERE id IN (SELECT id FROM gone)),
      deleted_files AS (
        DELETE FROM media_assets WHERE id IN (SELECT m.asset_id FROM gone JOIN post_media m ON m.post_id = gone.id)
        RETURNING public_id, media_type)
    INSERT INTO media_deletions (id, public_id, media_type)
    SELECT gen_random_uuid(), public_id, media_type FROM deleted_files`;
}

/** For functions, which have no timers. */
async function sweepLater(): Promise<void> {
  await sleep((RESTORE_SECONDS + 1) * 1_000);
  await sweepDeletedPosts();
  await sweepMedia();
}
