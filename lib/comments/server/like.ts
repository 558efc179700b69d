import "server-only";
import type { PageQuery } from "@/lib/api/pagination";
import { openComments, openPosts } from "@/lib/audience/server/posts";
import type { CommentLikeAnswer } from "@/lib/comments/schema";
import { commentNotFound } from "@/lib/comments/server/rows";
import { LIKED_COMMENT } from "@/lib/notifications/policy";
import { notify, retract } from "@/lib/notifications/server/write";
import { type Tx, transaction } from "@/lib/platform/db";
import { read } from "@/lib/platform/replica";
import type { LikersAnswer } from "@/lib/posts/schema";
import { type LikerRow, likersJoin, toLikers } from "@/lib/posts/server/likers";
import { lockShownPost } from "@/lib/posts/server/lock";
import type { Viewer } from "@/lib/sessions/server/access";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * Likes or unlikes a comment; toggles when `liked` is omitted. The post is locked, as for
 * everything that counts there, so that a like and a deletion never meet. Throws `not_found`.
 */
export async function setCommentLike(
  viewer: Viewer,
  postId: string,
  commentId: string,
  liked?: boolean,
): Promise<CommentLikeAnswer> {
  return transaction(async (tx) => {
    await lockShownPost(tx, viewer, postId);
    const { added, removed, likesCount, authorId } = await changeLike(tx, viewer, {
      postId,
      commentId,
      liked,
    });
    const event = {
      senderId: viewer.id,
      receiverId: authorId,
      type: "comment_like" as const,
      postId,
      commentId,
    };
    if (added) await notify(tx, { ...event, message: LIKED_COMMENT });
    if (removed) await retract(tx, event);
    return { isLiked: liked ?? added, likesCount };
  });
}

type Change = { added: boolean; removed: boolean; likesCount: number; authorId: string };
type LikeOf = { postId: string; commentId: string; liked: boolean | undefined };

/** Changes the row and the counter in one statement, if the comment is open to the viewer. */
async function changeLike(tx: Tx, viewer: Viewer, { postId, commentId, liked }: LikeOf): Promise<Change> {
  const [change] = await tx.sql<Change>`
    WITH open AS (
      SELECT c.id FROM comments c
      WHERE c.id = ${commentId}::uuid AND c.post_id = ${postId}::uuid AND ${openComments(viewer.id)}
    ), removed AS (
      DELETE FROM comment_likes USING open
      WHERE comment_id = open.id AND user_id = ${viewer.id}::uuid AND ${liked !== true} RETURNING 1
    ), added AS (
      INSERT INTO comment_likes (comment_id, user_id) SELECT id, ${viewer.id}::uuid FROM open
      WHERE ${liked !== false} AND NOT EXISTS (SELECT FROM removed) ON CONFLICT DO NOTHING RETURNING 1
    )
    UPDATE comments SET likes_count = likes_count + (SELECT count(*) FROM added) - (SELECT count(*) FROM removed)
    WHERE id = (SELECT id FROM open)
    RETURNING EXISTS (SELECT FROM added) AS added, EXISTS (SELECT FROM removed) AS removed,
      likes_count AS "likesCount", author_id AS "authorId"`;
  if (!change) throw commentNotFound();
  return change;
}

/**
 * The people who like a comment, latest first. The total is its counter. Throws as `listLikers`.
 */
export async function listCommentLikers(
  viewer: Viewer,
  postId: string,
  commentId: string,
  query: PageQuery,
): Promise<LikersAnswer> {
  const rows = await read(
    viewer,
    (client) => client.sql<LikerRow>`
      SELECT c.likes_count AS total, likers.* FROM comments c JOIN posts p ON p.id = c.post_id
      ${likersJoin(viewer.id, query, { likes: Prisma.sql`comment_likes`, of: Prisma.sql`l.comment_id = c.id` })}
      WHERE c.id = ${commentId}::uuid AND p.id = ${postId}::uuid AND ${openPosts(viewer.id).sql} AND ${openComments(viewer.id)}
      ORDER BY likers."createdAt" DESC, likers.id`,
  );
  if (rows.length === 0) throw commentNotFound();
  return toLikers(viewer, rows, query);
}
