import "server-only";
import { type PageQuery, pageNumbers, paginate } from "@/lib/api/pagination";
import { keyset } from "@/lib/api/server/keyset";
import { offeredPeople, unlistedPeopleIds } from "@/lib/audience/server/people";
import { openPosts } from "@/lib/audience/server/posts";
import { LIKED } from "@/lib/notifications/policy";
import { notify, retract } from "@/lib/notifications/server/write";
import { afterCommit, type Tx, transaction } from "@/lib/platform/db";
import { publishPost } from "@/lib/platform/realtime";
import { read } from "@/lib/platform/replica";
import { LIKERS_SHOWN } from "@/lib/posts/policy";
import type { LikeAnswer, LikersAnswer } from "@/lib/posts/schema";
import { lockShownPost } from "@/lib/posts/server/lock";
import { postNotFound } from "@/lib/posts/server/read";
import { toUserListItem, type UserListItemRow, userListItemColumns } from "@/lib/profiles/server/rows";
import type { Viewer } from "@/lib/sessions/server/access";
import { Prisma } from "@/prisma/generated/client/client";

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
            WHERE l.post_id = posts.id AND l.user_id NOT IN ${unlistedPeopleIds(viewer.id)}
              AND (l.user_id <> ${viewer.id}::uuid OR NOT EXISTS (SELECT FROM removed))
            ORDER BY l.created_at DESC, l.user_id LIMIT ${LIKERS_SHOWN}
          )
        ) latest ORDER BY created_at DESC, user_id LIMIT ${LIKERS_SHOWN}) AS likes`;
  if (!change) throw postNotFound();
  return change;
}

type LikerRow = UserListItemRow & { id: string | null; createdAt: Date };

/**
 * The people who like a post, latest first. The total is the post's counter. Throws `not_found`.
 */
export async function listLikers(viewer: Viewer, postId: string, query: PageQuery): Promise<LikersAnswer> {
  const page = keyset(query, { at: Prisma.sql`l.created_at`, id: Prisma.sql`l.user_id`, ids: "ascending" });
  const rows = await read(viewer, async (client) => {
    const found = await client.sql<LikerRow & { total: number }>`
      SELECT p.likes_count AS total, likers.*
      FROM posts p LEFT JOIN LATERAL (
        SELECT u.id, l.created_at AS "createdAt", ${userListItemColumns(viewer.id)}
        FROM likes l JOIN users u ON u.id = l.user_id WHERE l.post_id = p.id AND ${offeredPeople(viewer.id).sql} ${page}
      ) likers ON true
      WHERE p.id = ${postId}::uuid AND ${openPosts(viewer.id).sql}
      ORDER BY likers."createdAt" DESC, likers.id`;
    if (found.length === 0) throw postNotFound();
    return found;
  });
  const total = rows[0]?.total ?? 0;
  const likers = paginate(
    rows.flatMap((row) => (row.id === null ? [] : { ...row, id: row.id })),
    query.limit,
  );
  return {
    users: likers.rows.map((row) => ({ ...toUserListItem(row), isFollowing: row.isInCircle })),
    total,
    ...pageNumbers(query, total),
    nextCursor: likers.nextCursor,
  };
}
