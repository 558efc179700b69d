import "server-only";
import { notifyOfMentions, retractMentions } from "@/lib/notifications/server/mentions";
import { afterCommit, type Tx } from "@/lib/platform/db";
import { lockRows } from "@/lib/platform/locks";
import { publishChange } from "@/lib/platform/realtime";
import { adjustPostCounts } from "@/lib/posts/server/lock";
import { updateTags } from "@/lib/posts/server/tags";
import { filesOfPost, setWithheld } from "@/lib/uploads/server/withhold";

/** Posts that moderators remove or hold for review: hidden as deleted ones, but for the author. */

/** Hides a post from everyone but its author. One that its author deleted stays so. */
export async function withholdPost(tx: Tx, postId: string, decisionId: string | null): Promise<void> {
  const post = await lockPost(tx, postId);
  if (!post) return;
  if (post.withheldAt) {
    // Held before, it is removed from now on: what decisions removed is deleted some time later.
    const data = { decisionId, withheldAt: new Date() };
    if (decisionId) await tx.post.update({ where: { id: postId }, data });
    return;
  }
  if (!post.deletedAt) {
    await updateTags(tx, postId, post.createdAt, post.hashtags, []);
    await adjustPostCounts(tx, post.authorId, -1);
  }
  const data = { isActive: false, withheldAt: new Date(), decisionId };
  await tx.post.update({ where: { id: postId }, data });
  await setWithheld(tx, filesOfPost(postId), true);
  await retractMentions(tx, { postId });
  afterCommit(tx, () => publishChange(post.authorId));
}

/** Shows a post again that this decision removed; null: that is held for review. */
export async function releasePost(tx: Tx, postId: string, decisionId: string | null): Promise<void> {
  const post = await lockPost(tx, postId);
  if (!post?.withheldAt || post.decisionId !== decisionId) return;
  const isActive = post.deletedAt === null;
  await tx.post.update({ where: { id: postId }, data: { isActive, withheldAt: null, decisionId: null } });
  await setWithheld(tx, filesOfPost(postId), !isActive);
  if (isActive) {
    await updateTags(tx, postId, post.createdAt, [], post.hashtags);
    await adjustPostCounts(tx, post.authorId, 1);
    const mentions = await tx.mention.findMany({ where: { postId }, orderBy: { id: "asc" } });
    const ids = mentions.map(({ personId }) => personId);
    await notifyOfMentions(tx, { senderId: post.authorId, postId, text: post.caption }, ids);
  }
  afterCommit(tx, () => publishChange(post.authorId));
}

/** Locks a post after its author, as those who delete it do. */
async function lockPost(tx: Tx, postId: string) {
  const post = await tx.post.findUnique({ where: { id: postId }, select: { authorId: true } });
  if (!post) return null;
  await lockRows(tx, "users", [post.authorId]);
  await lockRows(tx, "posts", [postId], "UPDATE");
  return tx.post.findUnique({ where: { id: postId } });
}
