import "server-only";
import { type PageQuery, pageNumbers, paginate } from "@/lib/api/pagination";
import { keyset } from "@/lib/api/server/keyset";
import { offeredPeople } from "@/lib/audience/server/people";
import { openPosts } from "@/lib/audience/server/posts";
import { read } from "@/lib/platform/replica";
import type { LikersAnswer } from "@/lib/posts/schema";
import { postNotFound } from "@/lib/posts/server/read";
import { countPeopleSeen } from "@/lib/profiles/server/people-seen";
import { toUserListItem, type UserListItemRow, userListItemColumns } from "@/lib/profiles/server/rows";
import type { Viewer } from "@/lib/sessions/server/access";
import { Prisma } from "@/prisma/generated/client/client";

/** The people who like a post or a comment. */

/** A liker; the total alone when none of them is shown. */
export type LikerRow = UserListItemRow & { id: string | null; createdAt: Date; total: number };

type Likes = { likes: Prisma.Sql; of: Prisma.Sql };

/** Joins a page of the people `likers` whose row `l` of the table `likes` is `of` a thing. */
export function likersJoin(viewerId: string, query: PageQuery, { likes, of }: Likes): Prisma.Sql {
  const page = keyset(query, { at: Prisma.sql`l.created_at`, id: Prisma.sql`l.user_id`, ids: "ascending" });
  return Prisma.sql`LEFT JOIN LATERAL (
    SELECT u.id, l.created_at AS "createdAt", ${userListItemColumns(viewerId)}
    FROM ${likes} l JOIN users u ON u.id = l.user_id WHERE ${of} AND ${offeredPeople(viewerId).sql} ${page}
  ) likers ON true`;
}

/** Throws `rate_limited` past the people that the viewer may see in a day. */
export async function toLikers(viewer: Viewer, rows: LikerRow[], query: PageQuery): Promise<LikersAnswer> {
  const total = rows[0]?.total ?? 0;
  const likers = paginate(
    rows.flatMap((row) => (row.id === null ? [] : { ...row, id: row.id })),
    query.limit,
  );
  const users = likers.rows.map((row) => ({ ...toUserListItem(row), isFollowing: row.isInCircle }));
  await countPeopleSeen(viewer, users);
  return {
    users,
    total,
    ...pageNumbers(query, total),
    nextCursor: likers.nextCursor,
  };
}

/**
 * The people who like a post, latest first. The total is the post's counter. Throws `not_found`
 * and `rate_limited`.
 */
export async function listLikers(viewer: Viewer, postId: string, query: PageQuery): Promise<LikersAnswer> {
  const rows = await read(
    viewer,
    (client) => client.sql<LikerRow>`
      SELECT p.likes_count AS total, likers.* FROM posts p
      ${likersJoin(viewer.id, query, { likes: Prisma.sql`likes`, of: Prisma.sql`l.post_id = p.id` })}
      WHERE p.id = ${postId}::uuid AND ${openPosts(viewer.id).sql}
      ORDER BY likers."createdAt" DESC, likers.id`,
  );
  if (rows.length === 0) throw postNotFound();
  return toLikers(viewer, rows, query);
}
