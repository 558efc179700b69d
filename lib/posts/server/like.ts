import "server-only";
import { mutedOrHiddenIds } from "@/lib/audience/server/people";
import { LIKED } from "@/lib/notifications/policy";
import { notify, retract } from "@/lib/notifications/server/write";
import { afterCommit, type Tx, transaction } from "@/lib/platform/db";
import { publishPost } from "@/lib/platform/realtime";
import { LIKERS_SHOWN } from "@/lib/posts/policy";
import type { LikeAnswer } from "@/lib/posts/schema";
import { lockShownPost } from "@/lib/posts/server/lock";
import { postNotFound } from "@/lib/posts/server/read";
import type { Viewer } from "@/lib/sessions/server/access";

/**
 * Likes or unlikes a post; toggles when `liked` is omitted. Locking the post's row first makes the
 * counter match the rows, and the answer correct for the viewer, under any concurrency. Throws
 * `not_found`.
 */
export async function setLike(viewer: Viewer, postId: string, liked?: boolean): Promise<LikeAnswer> {
  return transaction(async (tx) => {
    // Sent together: the change waits for the lock, and is undone unless the post is shown.
    const [post, { added, removed, likesCount, likes }] = await Promise.all([
      lockShownPost(tx, viewer, postId),
      changeLike(tx, viewer, postId, liked),
    ]);
    const event = { senderId: viewer.id, receiverId: post.authorId, type: "like" as const, postId };
    if (added) await notify(tx, { ...event, message: LIKED });
    if (removed) await retract(tx, event);
    if (added || removed) afterCommit(tx, () => publishPost(postId));
    return { isLiked: liked ?? added, likesCount, likes };
  });
}

type Change = { added: boolean; removed: boolean; likesCount: number; likes: string[] };

/**
 * Changes the row and the counter in one statement, because other likes wait for the post's lock.
 * The statement does not see its own changes to `likes`, so it works the latest likers out.
 */
async function changeLike(tx: Tx, viewer: Viewer, postId: string, liked?: boolean): Promise<Change> {
  const [change] = await tx.sql<Change>`
    WITH removed AS (
      DELETE FROM likes WHERE post_id = ${postId}::uuid AND user_id = ${viewer.id}::uuid AND ${liked !== true}
      RETURNING 1
    ), added AS (
      INSERT INTO likes (post_id, user_id) SELECT id, ${viewer.id}::uuid FROM posts
      WHERE id = ${postId}::uuid AND ${liked !== false} AND NOT EXISTS (SELECT FROM removed)
      ON CONFLICT DO NOTHING RETURNING user_id, created_at
    )
    UPDATE posts SET likes_count = likes_count + (SELECT count(*) FROM added) - (SELECT count(*) FROM removed)
    WHERE id = ${postId}::uuid
    RETURNING EXISTS (SELECT FROM added) AS added, EXISTS (SELECT FROM removed) AS removed,
      likes_count AS "likesCount", ARRAY(
        SELECT user_id::text FROM (
          TABLE added UNION ALL (
            SELECT l.user_id, l.created_at FROM likes l
            WHERE l.post_id = posts.id AND l.user_id NOT IN ${mutedOrHiddenIds(viewer.id)}
              AND (l.user_id <> ${viewer.id}::uuid OR NOT EXISTS (SELECT FROM removed))
            ORDER BY l.created_at DESC, l.user_id LIMIT ${LIKERS_SHOWN}
          )
        ) latest ORDER BY created_at DESC, user_id LIMIT ${LIKERS_SHOWN}) AS likes`;
  if (!change) throw postNotFound();
  return change;
}
