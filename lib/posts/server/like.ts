import "server-only";
import { LIKED } from "@/lib/notifications/policy";
import { notify, retract } from "@/lib/notifications/server/write";
import { type SqlRunner, sqlTransaction } from "@/lib/platform/db";
import { LIKERS_SHOWN } from "@/lib/posts/policy";
import type { LikeAnswer } from "@/lib/posts/schema";
import { lockShownPost, postNotFound } from "@/lib/posts/server/read";
import { hiddenPeople } from "@/lib/profiles/server/visibility";
import type { Viewer } from "@/lib/sessions/server/access";

/**
 * Likes or unlikes a post; toggles when `liked` is omitted. Locking the post's row first makes the
 * counter match the rows, and the answer correct for the viewer, under any concurrency. Throws
 * `not_found`.
 */
export async function setLike(viewer: Viewer, postId: string, liked?: boolean): Promise<LikeAnswer> {
  return sqlTransaction(async (tx) => {
    const post = await lockShownPost(tx, postId);
    const { added, removed, likesCount, likes } = await changeLike(tx, viewer, postId, liked);
    const event = { senderId: viewer.id, receiverId: post.authorId, type: "like" as const, postId };
    if (added) await notify(tx, { ...event, message: LIKED });
    if (removed) await retract(tx, event);
    return { isLiked: liked ?? added, likesCount, likes };
  });
}

type Change = { added: boolean; removed: boolean; likesCount: number; likes: string[] };

/**
 * Changes the row and the counter in one statement, because other likes wait for the post's lock.
 * The statement does not see its own changes to `likes`, so it works the latest likers out.
 */
async function changeLike(tx: SqlRunner, viewer: Viewer, postId: string, liked?: boolean): Promise<Change> {
  const [change] = await tx.$queryRaw<Change[]>`
    WITH removed AS (
      DELETE FROM likes WHERE post_id = ${postId}::uuid AND user_id = ${viewer.id}::uuid AND ${liked !== true}
      RETURNING 1
    ), added AS (
      INSERT INTO likes (post_id, user_id) SELECT ${postId}::uuid, ${viewer.id}::uuid
      WHERE ${liked !== false} AND NOT EXISTS (SELECT FROM removed)
      ON CONFLICT DO NOTHING RETURNING user_id, created_at
    )
    UPDATE posts SET likes_count = likes_count + (SELECT count(*) FROM added) - (SELECT count(*) FROM removed)
    WHERE id = ${postId}::uuid
    RETURNING EXISTS (SELECT FROM added) AS added, EXISTS (SELECT FROM removed) AS removed,
      likes_count AS "likesCount", ARRAY(
        SELECT user_id::text FROM (
          TABLE added UNION ALL (
            SELECT l.user_id, l.created_at FROM likes l
            WHERE l.post_id = posts.id AND l.user_id NOT IN ${hiddenPeople}
              AND (l.user_id <> ${viewer.id}::uuid OR NOT EXISTS (SELECT FROM removed))
            ORDER BY l.created_at DESC, l.user_id LIMIT ${LIKERS_SHOWN}
          )
        ) latest ORDER BY created_at DESC, user_id LIMIT ${LIKERS_SHOWN}) AS likes`;
  if (!change) throw postNotFound();
  return change;
}
