import "server-only";
import { ApiError } from "@/lib/api/errors";
import { forgetSessions, type Viewer } from "@/lib/auth/access";
import { afterResponse } from "@/lib/platform/after-response";
import { afterCommit, db, type Tx, transaction } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { publishChange } from "@/lib/platform/realtime";
import { forgetUnusedTags } from "@/lib/posts/service/write";
import { ANONYMOUS_NAME, NO_COLLEGE } from "@/lib/product";
import { sweepMedia } from "@/lib/uploads/service/sweep";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * Leaving for good, in two steps. First the account is closed, in one short transaction: everything personal is gone from
 * its row, nobody sees it or what it made, and no token or code works any more. Then what it made is removed in batches,
 * each of them a transaction after which every counter equals its rows. A process that dies in between loses nothing:
 * upkeep goes on where it stopped.
 */

/** Deletes the viewer's own account. Throws `forbidden` for anybody else's. */
export async function deleteAccount(viewer: Viewer, userId: string): Promise<void> {
  if (userId !== viewer.id) throw forbidden();
  await leave(viewer.id);
}

/** As `deleteAccount`, for the address the viewer signed up with. */
export async function deleteAccountByEmail(viewer: Viewer, email: string): Promise<void> {
  const own = await db().user.count({ where: { id: viewer.id, email } });
  if (own === 0) throw forbidden();
  await leave(viewer.id);
}

const forbidden = () => new ApiError("forbidden", "You can only delete your own account.");

/** How long whoever leaves waits for the removal, and how long one round of upkeep spends on it, in milliseconds. */
const WAIT_MS = 5_000;
const ROUND_MS = 15_000;
/** Upkeep leaves those alone, in seconds, whose own request is still at work. */
const OWN_SECONDS = 10;

async function leave(userId: string): Promise<void> {
  await transaction((tx) => close(tx, userId));
  forgetSessions();
  try {
    await removeEverything(userId, Date.now() + WAIT_MS);
  } catch (err) {
    // It is closed, which is what was asked for; the rest is done by upkeep.
    log().warn({ err, userId }, "an account is closed and not removed yet");
  }
  afterResponse(async () => {
    await removeEverything(userId, Date.now() + ROUND_MS);
    await sweepMedia();
  });
}

/** Goes on with the accounts that are closed and not removed yet. Safe on several instances at once. */
export async function resumeDeletions(): Promise<void> {
  const until = Date.now() + ROUND_MS;
  const closed = await db().$queryRaw<{ id: string }[]>`
    SELECT id FROM users WHERE NOT is_active AND deleted_at < now() - make_interval(secs => ${OWN_SECONDS})
    ORDER BY deleted_at`;
  for (const { id } of closed) await removeEverything(id, until);
}

async function close(tx: Tx, userId: string): Promise<void> {
  await tx.$executeRaw`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR UPDATE`;
  await forgetLimits(tx, userId);
  await tx.$executeRaw`DELETE FROM outbox_mails USING users u WHERE u.id = ${userId}::uuid AND "to" = u.email`;
  await tx.session.deleteMany({ where: { userId } });
  await tx.oneTimeCode.deleteMany({ where: { userId } });
  await tx.$executeRaw`
    UPDATE users SET is_active = false, deactivated_at = NULL, deleted_at = now(),
      email = 'deleted.' || id || '@deleted.invalid', username = NULL, username_changed_at = NULL,
      name = ${ANONYMOUS_NAME}, college_name = ${NO_COLLEGE}, college_id = '', bio = '', search_text = '',
      avatar_id = NULL, banner_id = NULL, google_sub = NULL, password_hash = NULL, registered_browser = NULL
    WHERE id = ${userId}::uuid`;
}

async function forgetLimits(tx: Tx, userId: string): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM rate_limits USING users u
    WHERE u.id = ${userId}::uuid AND split_part(key, ':', 2) IN (u.id::text, u.email)`;
}

/** Removes one batch, and says how many rows of its kind that were; none means that there is nothing left. */
type Step = (tx: Tx, userId: string) => Promise<number>;

const STEPS: Step[] = [
  removeLikes,
  removeComments,
  leaveCircles,
  emptyOwnCircle,
  removeNotifications,
  removePosts,
  removeMedia,
];

/** All batches, one after the other, and the row itself; or as far as the time goes. */
async function removeEverything(userId: string, until: number): Promise<void> {
  do {
    for (const step of STEPS) {
      while ((await transaction((tx) => step(tx, userId))) > 0) if (Date.now() > until) return;
    }
    // What was under way when the account was closed may have come after its step: then all of them once more.
  } while (!(await transaction((tx) => removeRow(tx, userId))) && Date.now() <= until);
}

/** Rows of one batch: some ten milliseconds of locks. */
const BATCH = 500;
/** Posts of one batch, fewer where others liked and commented a lot: their rows go along. */
const POSTS = 100;
const POSTS_WEIGHT = 2_000;

type Id = { id: string };
const idsOf = (rows: Id[]) => rows.map(({ id }) => id);

/** Locks posts as likes and comments do, in the order of their ids. */
async function lockPosts(tx: Tx, ids: string[]): Promise<void> {
  await tx.$executeRaw`SELECT 1 FROM posts WHERE id = ANY(${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`;
}

async function lockPeople(tx: Tx, ids: string[]): Promise<void> {
  await tx.$executeRaw`SELECT 1 FROM users WHERE id = ANY(${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`;
}

async function removeLikes(tx: Tx, userId: string): Promise<number> {
  const posts = await tx.$queryRaw<Id[]>`
    SELECT post_id AS id FROM likes WHERE user_id = ${userId}::uuid LIMIT ${BATCH}`;
  await lockPosts(tx, idsOf(posts));
  await tx.$executeRaw`
    WITH gone AS (
      DELETE FROM likes WHERE user_id = ${userId}::uuid AND post_id = ANY(${idsOf(posts)}::uuid[]) RETURNING post_id
    )
    UPDATE posts SET likes_count = likes_count - 1 FROM gone WHERE posts.id = gone.post_id`;
  return posts.length;
}

async function removeComments(tx: Tx, userId: string): Promise<number> {
  const comments = await tx.$queryRaw<(Id & { post_id: string })[]>`
    SELECT id, post_id FROM comments WHERE author_id = ${userId}::uuid LIMIT ${BATCH}`;
  await lockPosts(
    tx,
    comments.map(({ post_id }) => post_id),
  );
  await tx.$executeRaw`
    WITH gone AS (DELETE FROM comments WHERE id = ANY(${idsOf(comments)}::uuid[]) RETURNING post_id),
      counted AS (SELECT post_id, count(*)::int AS number FROM gone GROUP BY post_id)
    UPDATE posts SET comments_count = comments_count - counted.number FROM counted WHERE posts.id = counted.post_id`;
  return comments.length;
}

/** One side of the circles: the person's column and counter, and those of the people at the other end. */
type CircleSide = { own: Prisma.Sql; ownCount: Prisma.Sql; other: Prisma.Sql; otherCount: Prisma.Sql };

function leaveCircles(tx: Tx, userId: string): Promise<number> {
  return removeFollows(tx, userId, {
    own: Prisma.sql`follower_id`,
    ownCount: Prisma.sql`following_count`,
    other: Prisma.sql`followee_id`,
    otherCount: Prisma.sql`followers_count`,
  });
}

function emptyOwnCircle(tx: Tx, userId: string): Promise<number> {
  return removeFollows(tx, userId, {
    own: Prisma.sql`followee_id`,
    ownCount: Prisma.sql`followers_count`,
    other: Prisma.sql`follower_id`,
    otherCount: Prisma.sql`following_count`,
  });
}

async function removeFollows(tx: Tx, userId: string, side: CircleSide): Promise<number> {
  const { own, ownCount, other, otherCount } = side;
  const others = await tx.$queryRaw<Id[]>`
    SELECT ${other} AS id FROM follows WHERE ${own} = ${userId}::uuid LIMIT ${BATCH}`;
  await lockPeople(tx, [userId, ...idsOf(others)]);
  const removed = await tx.$executeRaw`
    WITH gone AS (
      DELETE FROM follows WHERE ${own} = ${userId}::uuid AND ${other} = ANY(${idsOf(others)}::uuid[])
      RETURNING ${other} AS id
    )
    UPDATE users SET ${otherCount} = ${otherCount} - 1 FROM gone WHERE users.id = gone.id`;
  await tx.$executeRaw`
    UPDATE users SET ${ownCount} = ${ownCount} - ${removed} WHERE id = ${userId}::uuid`;
  return others.length;
}

async function removeNotifications(tx: Tx, userId: string): Promise<number> {
  const gone = await tx.$queryRaw<{ receiver_id: string }[]>`
    DELETE FROM notifications WHERE id IN (
      SELECT id FROM notifications WHERE receiver_id = ${userId}::uuid OR sender_id = ${userId}::uuid LIMIT ${BATCH})
    RETURNING receiver_id`;
  const receivers = new Set(gone.map(({ receiver_id }) => receiver_id));
  afterCommit(tx, () => receivers.forEach(publishChange));
  return gone.length;
}

async function removePosts(tx: Tx, userId: string): Promise<number> {
  // The author first, as whoever publishes or deletes a post does; the feed's total last.
  await lockPeople(tx, [userId]);
  const posts = await tx.$queryRaw<Id[]>`
    SELECT id FROM (
      SELECT id, sum(likes_count + comments_count) OVER (ORDER BY id ROWS UNBOUNDED PRECEDING EXCLUDE CURRENT ROW) AS before
      FROM (SELECT * FROM posts WHERE author_id = ${userId}::uuid LIMIT ${POSTS}) taken
    ) weighed WHERE before IS NULL OR before < ${POSTS_WEIGHT}`;
  const ids = idsOf(posts);
  if (ids.length === 0) return 0;
  await tx.$executeRaw`SELECT 1 FROM posts WHERE id = ANY(${ids}::uuid[]) ORDER BY id FOR UPDATE`;
  await removeTags(tx, ids);
  await tx.$executeRaw`
    WITH gone AS (
      DELETE FROM media_assets WHERE id IN (SELECT asset_id FROM posts WHERE id = ANY(${ids}::uuid[]))
      RETURNING public_id, media_type
    )
    INSERT INTO media_deletions (id, public_id, media_type) SELECT gen_random_uuid(), public_id, media_type FROM gone`;
  await tx.$executeRaw`UPDATE users SET posts_count = posts_count - ${ids.length} WHERE id = ${userId}::uuid`;
  await tx.tally.updateMany({ where: { name: "posts" }, data: { value: { decrement: ids.length } } });
  return ids.length;
}

async function removeTags(tx: Tx, postIds: string[]): Promise<void> {
  const tags = await tx.$queryRaw<{ tag: string }[]>`
    WITH used AS (
      SELECT tag, count(*)::int AS number FROM post_hashtags WHERE post_id = ANY(${postIds}::uuid[]) GROUP BY tag
    ), locked AS (
      SELECT h.tag FROM hashtags h JOIN used ON used.tag = h.tag ORDER BY h.tag FOR NO KEY UPDATE OF h
    )
    UPDATE hashtags SET posts_count = posts_count - used.number FROM used JOIN locked ON locked.tag = used.tag
    WHERE hashtags.tag = used.tag RETURNING hashtags.tag`;
  await tx.postHashtag.deleteMany({ where: { postId: { in: postIds } } });
  await forgetUnusedTags(
    tx,
    tags.map(({ tag }) => tag),
  );
}

/** Uploads that no post has: pictures of the person, and what was never used. */
async function removeMedia(tx: Tx, userId: string): Promise<number> {
  return tx.$executeRaw`
    WITH gone AS (
      DELETE FROM media_assets WHERE id IN (SELECT id FROM media_assets WHERE owner_id = ${userId}::uuid LIMIT ${BATCH})
      RETURNING public_id, media_type
    )
    INSERT INTO media_deletions (id, public_id, media_type) SELECT gen_random_uuid(), public_id, media_type FROM gone`;
}

/** Removes the row, once nothing hangs on it that somebody else's counter counts. Says whether that is so. */
async function removeRow(tx: Tx, userId: string): Promise<boolean> {
  // From here on no foreign key lets anything late in.
  await tx.$executeRaw`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR UPDATE`;
  const [left] = await tx.$queryRaw<{ any: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM likes WHERE user_id = ${userId}::uuid)
      OR EXISTS (SELECT 1 FROM comments WHERE author_id = ${userId}::uuid)
      OR EXISTS (SELECT 1 FROM follows WHERE follower_id = ${userId}::uuid OR followee_id = ${userId}::uuid)
      OR EXISTS (SELECT 1 FROM media_assets WHERE owner_id = ${userId}::uuid) AS any`;
  if (left?.any) return false;
  await forgetLimits(tx, userId);
  await tx.user.deleteMany({ where: { id: userId } });
  return true;
}
