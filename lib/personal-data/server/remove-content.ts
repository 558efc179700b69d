import "server-only";
import { deleteLimits } from "@/lib/accounts/server/former-members";
import { removeComments as deleteComments } from "@/lib/comments/server/delete";
import { forgetSender, leaveConversations } from "@/lib/messages/server/leave";
import { afterCommit, type Tx } from "@/lib/platform/db";
import { lockRows } from "@/lib/platform/locks";
import { publishChange } from "@/lib/platform/realtime";
import { releasePosts } from "@/lib/posts/server/delete";
import { adjustPostCounts } from "@/lib/posts/server/lock";
import { deleteUnusedTags } from "@/lib/posts/server/tags";
import { forgetInvolved, forgetPerson } from "@/lib/reports/server/retention";
import { releaseAssets } from "@/lib/uploads/server/sweep";
import { Prisma } from "@/prisma/generated/client/client";

/** Removing what a closed account has left, batch by batch, and then its row. */

/**
 * Removes one batch and returns how many rows of its kind that were; 0 when none are left. Rows and
 * their counter change in one statement, so the counter loses exactly the rows that are gone.
 */
type RemoveBatch = (tx: Tx, userId: string) => Promise<number>;

export const CONTENT: RemoveBatch[] = [
  removeLikes,
  removeCommentLikes,
  removeComments,
  removeShares,
  removeBookmarks,
  leaveCircles,
  emptyOwnCircle,
  removeNotifications,
  leaveConversations,
  forgetSender,
  forgetPerson,
  forgetInvolved,
  removePosts,
  removeMedia,
];

/** Rows of one batch: locks of about ten milliseconds. */
const BATCH = 500;
/**
 * Posts of one batch. Fewer if they have many likes and comments, whose rows are deleted with them.
 */
const POSTS = 100;
const POSTS_WEIGHT = 2_000;

async function removeLikes(tx: Tx, userId: string): Promise<number> {
  const likes = await tx.like.findMany({ where: { userId }, take: BATCH, select: { postId: true } });
  const ids = likes.map(({ postId }) => postId);
  await lockRows(tx, "posts", ids);
  // Read again under the lock: a like that has been taken back is not counted twice.
  const where = { userId, postId: { in: ids } };
  const gone = await tx.like.findMany({ where, select: { postId: true } });
  await tx.like.deleteMany({ where });
  await tx.post.updateMany({
    where: { id: { in: gone.map(({ postId }) => postId) } },
    data: { likesCount: { decrement: 1 } },
  });
  return ids.length;
}

async function removeCommentLikes(tx: Tx, userId: string): Promise<number> {
  const likes = await tx.commentLike.findMany({
    where: { userId },
    take: BATCH,
    select: { commentId: true, comment: { select: { postId: true } } },
  });
  await lockRows(
    tx,
    "posts",
    likes.map(({ comment }) => comment.postId),
  );
  await tx.sql`
    WITH gone AS (
      DELETE FROM comment_likes WHERE user_id = ${userId}::uuid
        AND comment_id = ANY(${likes.map(({ commentId }) => commentId)}::uuid[]) RETURNING comment_id
    )
    UPDATE comments SET likes_count = likes_count - 1 WHERE id IN (SELECT comment_id FROM gone)`;
  return likes.length;
}

async function removeComments(tx: Tx, userId: string): Promise<number> {
  const comments = await tx.comment.findMany({
    where: { authorId: userId },
    take: BATCH,
    select: { id: true, postId: true },
  });
  await deleteComments(tx, comments);
  return comments.length;
}

/** No counter changes: `shares_count` counts shares and not people. */
async function removeShares(tx: Tx, userId: string): Promise<number> {
  const shares = await tx.share.findMany({ where: { userId }, take: BATCH, select: { postId: true } });
  const postIds = shares.map(({ postId }) => postId);
  await tx.share.deleteMany({ where: { userId, postId: { in: postIds } } });
  return shares.length;
}

async function removeBookmarks(tx: Tx, userId: string): Promise<number> {
  const bookmarks = await tx.bookmark.findMany({ where: { userId }, take: BATCH, select: { postId: true } });
  const postIds = bookmarks.map(({ postId }) => postId);
  await tx.bookmark.deleteMany({ where: { userId, postId: { in: postIds } } });
  return postIds.length;
}

/**
 * One direction of following: the column and counter of this person, and of the people at the other
 * end.
 */
type CircleSide = {
  own: "followerId" | "followeeId";
  other: "followerId" | "followeeId";
  ownCount: "followersCount" | "followingCount";
  otherCount: "followersCount" | "followingCount";
};

function leaveCircles(tx: Tx, userId: string): Promise<number> {
  return removeFollows(tx, userId, {
    own: "followerId",
    other: "followeeId",
    ownCount: "followingCount",
    otherCount: "followersCount",
  });
}

function emptyOwnCircle(tx: Tx, userId: string): Promise<number> {
  return removeFollows(tx, userId, {
    own: "followeeId",
    other: "followerId",
    ownCount: "followersCount",
    otherCount: "followingCount",
  });
}

async function removeFollows(tx: Tx, userId: string, side: CircleSide): Promise<number> {
  const { own, ownCount, other, otherCount } = side;
  const others = await tx.follow.findMany({ where: { [own]: userId }, take: BATCH });
  const ids = others.map((follow) => follow[other]);
  await lockRows(tx, "users", [userId, ...ids]);
  // Joining and leaving lock both people, so from here on these rows stay as they are read.
  const follows = await tx.follow.findMany({ where: { [own]: userId, [other]: { in: ids } } });
  const found = follows.map((follow) => follow[other]);
  await tx.follow.deleteMany({ where: { [own]: userId, [other]: { in: found } } });
  await tx.user.updateMany({ where: { id: { in: found } }, data: { [otherCount]: { decrement: 1 } } });
  await tx.user.updateMany({ where: { id: userId }, data: { [ownCount]: { decrement: found.length } } });
  return ids.length;
}

async function removeNotifications(tx: Tx, userId: string): Promise<number> {
  const notifications = await tx.notification.findMany({
    where: { OR: [{ receiverId: userId }, { senderId: userId }] },
    take: BATCH,
    select: { id: true, receiverId: true },
  });
  await tx.notification.deleteMany({ where: { id: { in: notifications.map(({ id }) => id) } } });
  const receivers = new Set(notifications.map(({ receiverId }) => receiverId));
  afterCommit(tx, () => receivers.forEach(publishChange));
  return notifications.length;
}

async function removePosts(tx: Tx, userId: string): Promise<number> {
  // The same order as publishing and deleting a post: the author first.
  await lockRows(tx, "users", [userId]);
  const posts = await tx.post.findMany({
    where: { authorId: userId },
    take: POSTS,
    select: { id: true, likesCount: true, commentsCount: true, deletedAt: true, withheldAt: true },
  });
  const removed = limitByWeight(posts);
  const ids = removed.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await lockRows(tx, "posts", ids, "UPDATE");
  await removeTags(tx, ids);
  await releasePosts(tx, Prisma.sql`SELECT id FROM posts WHERE id = ANY(${ids}::uuid[])`);
  // A post that its author has deleted or moderators have removed no longer counts.
  const counted = removed.filter(({ deletedAt, withheldAt }) => !deletedAt && !withheldAt).length;
  await adjustPostCounts(tx, userId, -counted);
  return ids.length;
}

/**
 * The first of these posts, at least one: as many as fit into a batch by the weight of those before
 * them.
 */
function limitByWeight<Weighed extends { likesCount: number; commentsCount: number }>(
  posts: Weighed[],
): Weighed[] {
  let weight = 0;
  return posts.filter(({ likesCount, commentsCount }) => {
    const isLight = weight < POSTS_WEIGHT;
    weight += likesCount + commentsCount;
    return isLight;
  });
}

async function removeTags(tx: Tx, postIds: string[]): Promise<void> {
  const tags = await tx.sql<{ tag: string }>`
    WITH used AS (
      SELECT tag, count(*)::int AS number FROM post_hashtags WHERE post_id = ANY(${postIds}::uuid[]) GROUP BY tag
    ), locked AS (
      SELECT h.tag FROM hashtags h JOIN used ON used.tag = h.tag ORDER BY h.tag FOR NO KEY UPDATE OF h
    )
    UPDATE hashtags SET posts_count = posts_count - used.number FROM used JOIN locked ON locked.tag = used.tag
    WHERE hashtags.tag = used.tag RETURNING hashtags.tag`;
  await tx.postHashtag.deleteMany({ where: { postId: { in: postIds } } });
  await deleteUnusedTags(
    tx,
    tags.map(({ tag }) => tag),
  );
}

/** Uploads that no post uses: avatars, banners and uploads never claimed. */
async function removeMedia(tx: Tx, userId: string): Promise<number> {
  return releaseAssets(
    tx,
    Prisma.sql`SELECT id FROM media_assets WHERE owner_id = ${userId}::uuid LIMIT ${BATCH}`,
  );
}

/**
 * Removes the row once no row depends on it that counts for someone else. Returns whether it did.
 */
export async function removeRow(tx: Tx, userId: string): Promise<boolean> {
  // With the row locked, foreign keys block any late insert.
  await lockRows(tx, "users", [userId], "UPDATE");
  const left = await tx.user.count({
    where: {
      id: userId,
      OR: [
        { likes: { some: {} } },
        { commentLikes: { some: {} } },
        { comments: { some: {} } },
        { following: { some: {} } },
        { followers: { some: {} } },
        { posts: { some: {} } },
        { assets: { some: {} } },
      ],
    },
  });
  if (left > 0) return false;
  await deleteLimits(tx, userId);
  await tx.user.deleteMany({ where: { id: userId } });
  return true;
}
