import "server-only";
import { LIKED } from "@/lib/notifications/messages";
import { notify, retract } from "@/lib/notifications/server/write";
import { transaction } from "@/lib/platform/db";
import { LIKERS_SHOWN } from "@/lib/posts/limits";
import type { LikeAnswer } from "@/lib/posts/schema";
import { lockShownPost } from "@/lib/posts/server/read";
import { hiddenPeople } from "@/lib/profiles/server/visibility";
import type { Viewer } from "@/lib/sessions/server/access";

/**
 * Likes or unlikes a post; toggles when `liked` is omitted. Locking the post's row first makes the
 * counter match the rows, and the answer correct for the viewer, under any concurrency. Throws
 * `not_found`.
 */
export async function setLike(viewer: Viewer, postId: string, liked?: boolean): Promise<LikeAnswer> {
  return transaction(async (tx) => {
    const post = await lockShownPost(tx, postId);
    let removed = 0;
    let added = 0;
    // Raw SQL: other likes wait for this row, and Prisma's own queries would hold the lock longer.
    if (liked !== true) {
      removed = await tx.$executeRaw`
        DELETE FROM likes WHERE post_id = ${postId}::uuid AND user_id = ${viewer.id}::uuid`;
    }
    if (removed === 0 && liked !== false) {
      added = await tx.$executeRaw`
        INSERT INTO likes (post_id, user_id) VALUES (${postId}::uuid, ${viewer.id}::uuid) ON CONFLICT DO NOTHING`;
    }
    const [updated] = await tx.$queryRaw<{ likesCount: number; likers: string[] }[]>`
      UPDATE posts SET likes_count = likes_count + ${added - removed} WHERE id = ${postId}::uuid
      RETURNING likes_count AS "likesCount", ARRAY(SELECT l.user_id::text FROM likes l
        WHERE l.post_id = posts.id AND l.user_id NOT IN ${hiddenPeople}
        ORDER BY l.created_at DESC, l.user_id LIMIT ${LIKERS_SHOWN}) AS likers`;
    const event = { senderId: viewer.id, receiverId: post.authorId, type: "like" as const, postId };
    if (added) await notify(tx, { ...event, message: LIKED });
    if (removed) await retract(tx, event);
    return {
      isLiked: liked ?? added > 0,
      likesCount: updated?.likesCount ?? 0,
      likes: updated?.likers ?? [],
    };
  });
}
