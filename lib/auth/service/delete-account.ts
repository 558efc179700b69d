import "server-only";
import { ApiError } from "@/lib/api/errors";
import { forgetSessions, type Viewer } from "@/lib/auth/access";
import { afterResponse } from "@/lib/platform/after-response";
import { db, type Tx, transaction } from "@/lib/platform/db";
import { isRetryable } from "@/lib/platform/db-errors";
import { sweepMedia } from "@/lib/uploads/service/sweep";

/**
 * Leaving for good: everything of a person goes, the counters of others stay exact, media goes through the outbox,
 * and no token of theirs works any more (contract §4, promises "privacy").
 */

/** Deletes the viewer's own account. Throws `forbidden` for anybody else's. */
export async function deleteAccount(viewer: Viewer, userId: string): Promise<void> {
  if (userId !== viewer.id) throw forbidden();
  await erase(viewer.id);
}

/** As `deleteAccount`, for the address the viewer signed up with. */
export async function deleteAccountByEmail(viewer: Viewer, email: string): Promise<void> {
  const own = await db().user.count({ where: { id: viewer.id, email } });
  if (own === 0) throw forbidden();
  await erase(viewer.id);
}

const forbidden = () => new ApiError("forbidden", "You can only delete your own account.");

/** Rounds of three tries each: what else the person has under way ends within a second, and a try meets no one then. */
const ROUNDS = 3;
/** A person of years has tens of thousands of likes and comments, each of which somebody's counter holds. In milliseconds. */
const ERASING_MS = 60_000;

/**
 * All or nothing. The sessions end first, so that nobody acts in this name while the rest goes; if it can't go they are
 * given back, and after a crash in between the person signs in and leaves again.
 */
async function erase(userId: string): Promise<void> {
  const ended = await db().$queryRaw<{ id: string }[]>`
    UPDATE sessions SET revoked_at = now() WHERE user_id = ${userId}::uuid AND revoked_at IS NULL RETURNING id`;
  forgetSessions();
  try {
    await removeEverything(userId);
    forgetSessions();
  } catch (error) {
    const ids = ended.map(({ id }) => id);
    await db().$executeRaw`UPDATE sessions SET revoked_at = NULL WHERE id = ANY(${ids}::uuid[])`;
    forgetSessions();
    throw error;
  }
}

async function removeEverything(userId: string): Promise<void> {
  for (let round = 1; ; round++) {
    try {
      await transaction((tx) => removeIn(tx, userId), { timeout: ERASING_MS });
      afterResponse(sweepMedia);
      return;
    } catch (error) {
      if (round >= ROUNDS || !isRetryable(error)) throw error;
    }
  }
}

async function removeIn(tx: Tx, userId: string): Promise<void> {
  // Posts before people, each in the order of their ids: the order in which likes and comments lock them.
  await lockPosts(tx, userId);
  await withdrawReactions(tx, userId);
  await leaveCircles(tx, userId);
  // From here on no foreign key lets a late like or comment in; what slipped in before is taken back too.
  await tx.$executeRaw`SELECT 1 FROM users WHERE id = ${userId}::uuid FOR UPDATE`;
  await withdrawReactions(tx, userId);
  await removeOwnThings(tx, userId);
}

async function lockPosts(tx: Tx, userId: string): Promise<void> {
  await tx.$executeRaw`
    SELECT 1 FROM posts WHERE author_id = ${userId}::uuid
      OR id IN (SELECT post_id FROM likes WHERE user_id = ${userId}::uuid)
      OR id IN (SELECT post_id FROM comments WHERE author_id = ${userId}::uuid)
    ORDER BY id FOR NO KEY UPDATE`;
}

async function withdrawReactions(tx: Tx, userId: string): Promise<void> {
  await tx.$executeRaw`
    WITH gone AS (DELETE FROM likes WHERE user_id = ${userId}::uuid RETURNING post_id)
    UPDATE posts SET likes_count = likes_count - 1 FROM gone WHERE posts.id = gone.post_id`;
  await tx.$executeRaw`
    WITH gone AS (DELETE FROM comments WHERE author_id = ${userId}::uuid RETURNING post_id),
      counted AS (SELECT post_id, count(*)::int AS number FROM gone GROUP BY post_id)
    UPDATE posts SET comments_count = comments_count - counted.number FROM counted WHERE posts.id = counted.post_id`;
}

async function leaveCircles(tx: Tx, userId: string): Promise<void> {
  await tx.$executeRaw`
    SELECT 1 FROM users WHERE id = ${userId}::uuid
      OR id IN (SELECT followee_id FROM follows WHERE follower_id = ${userId}::uuid)
      OR id IN (SELECT follower_id FROM follows WHERE followee_id = ${userId}::uuid)
    ORDER BY id FOR NO KEY UPDATE`;
  await tx.$executeRaw`
    WITH gone AS (DELETE FROM follows WHERE follower_id = ${userId}::uuid RETURNING followee_id)
    UPDATE users SET followers_count = followers_count - 1 FROM gone WHERE users.id = gone.followee_id`;
  await tx.$executeRaw`
    WITH gone AS (DELETE FROM follows WHERE followee_id = ${userId}::uuid RETURNING follower_id)
    UPDATE users SET following_count = following_count - 1 FROM gone WHERE users.id = gone.follower_id`;
}

/** The rest hangs on the person's row and goes with it: posts, sessions, codes, notifications sent and received. */
async function removeOwnThings(tx: Tx, userId: string): Promise<void> {
  await tx.$executeRaw`
    WITH used AS (
      SELECT h.tag, count(*)::int AS number FROM post_hashtags h JOIN posts p ON p.id = h.post_id
      WHERE p.author_id = ${userId}::uuid GROUP BY h.tag
    ), locked AS (
      SELECT h.tag FROM hashtags h JOIN used ON used.tag = h.tag ORDER BY h.tag FOR NO KEY UPDATE OF h
    )
    UPDATE hashtags SET posts_count = posts_count - used.number FROM used JOIN locked ON locked.tag = used.tag
    WHERE hashtags.tag = used.tag`;
  await tx.$executeRaw`
    INSERT INTO media_deletions (id, public_id, media_type)
    SELECT gen_random_uuid(), public_id, media_type FROM media_assets WHERE owner_id = ${userId}::uuid`;
  await tx.$executeRaw`
    DELETE FROM rate_limits USING users u
    WHERE u.id = ${userId}::uuid AND split_part(key, ':', 2) IN (u.id::text, u.email)`;
  await tx.$executeRaw`DELETE FROM outbox_mails USING users u WHERE u.id = ${userId}::uuid AND "to" = u.email`;
  await tx.$executeRaw`
    UPDATE tallies SET value = value - (SELECT count(*) FROM posts WHERE author_id = ${userId}::uuid)
    WHERE name = 'posts'`;
  await tx.$executeRaw`DELETE FROM users WHERE id = ${userId}::uuid`;
}
