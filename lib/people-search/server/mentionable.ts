import "server-only";
import { offeredPeople } from "@/lib/audience/server/people";
import { listedComments, openPosts } from "@/lib/audience/server/posts";
import { MENTIONABLE_SHOWN } from "@/lib/people-search/policy";
import type { MentionableAnswer, MentionableQuery } from "@/lib/people-search/schema";
import { isFindable, matchesWordPrefixes } from "@/lib/people-search/server/search";
import { read } from "@/lib/platform/replica";
import { takeToken } from "@/lib/platform/token-bucket";
import { isMentionable } from "@/lib/profiles/server/mentions";
import { countPeopleSeen } from "@/lib/profiles/server/people-seen";
import { toUserSummary, type UserSummaryRow, userSummaryColumns } from "@/lib/profiles/server/rows";
import type { Viewer } from "@/lib/sessions/server/access";
import { Prisma } from "@/prisma/generated/client/client";

/** At most so many of the newest comments and of the people last joined are looked at. */
const NEAR_MAX = 500;

/**
 * People to offer after an `@`, at most `MENTIONABLE_SHOWN`, whom the viewer sees and may name:
 * first people of the post's thread, then people the viewer has joined, and once letters are
 * typed people of the campus whom a search for them may find and whose name or username begins with
 * them. One query. Throws `rate_limited`.
 */
export async function listMentionable(
  viewer: Viewer,
  { q, postId, limit }: MentionableQuery,
): Promise<MentionableAnswer> {
  takeToken("mentionable", viewer.id);
  const me = viewer.id;
  const count = Math.min(limit, MENTIONABLE_SHOWN);
  const thread = postId
    ? Prisma.sql`
        SELECT p.author_id AS id, 0 AS rank FROM posts p WHERE p.id = ${postId}::uuid AND ${openPosts(me).sql}
        UNION ALL (
          SELECT c.author_id, 0 FROM posts p JOIN comments c ON c.post_id = p.id
          WHERE p.id = ${postId}::uuid AND ${openPosts(me).sql} AND ${listedComments(me)}
          ORDER BY c.created_at DESC LIMIT ${NEAR_MAX})
        UNION ALL`
    : Prisma.empty;
  const isOffered = Prisma.sql`
    u.id <> ${me}::uuid AND u.username IS NOT NULL AND ${offeredPeople(me).sql} AND ${isMentionable(me)}`;
  const matches = q === "" ? Prisma.sql`true` : matchesWordPrefixes(q);
  const campus =
    q === ""
      ? Prisma.empty
      : Prisma.sql`
        UNION ALL (
          SELECT u.id, 2 AS rank, u.search_name FROM users u
          WHERE (SELECT count(*) FROM first) < ${count} AND ${matches} AND ${isOffered}
            AND ${isFindable(me, q)} AND u.id NOT IN (SELECT id FROM first) LIMIT ${count})`;
  const rows = await read(
    viewer,
    (client) => client.sql<UserSummaryRow>`
      WITH near AS MATERIALIZED (
        SELECT id, min(rank) AS rank FROM (
          ${thread} (
            SELECT followee_id AS id, 1 AS rank FROM follows WHERE follower_id = ${me}::uuid
            ORDER BY created_at DESC LIMIT ${NEAR_MAX})
        ) each GROUP BY id
      ), first AS MATERIALIZED (
        SELECT u.id, near.rank, u.search_name FROM near JOIN users u ON u.id = near.id
        WHERE ${matches} AND ${isOffered} ORDER BY near.rank, u.search_name, u.id LIMIT ${count}
      ), found AS (TABLE first ${campus})
      SELECT ${userSummaryColumns(me)} FROM found JOIN users u ON u.id = found.id
      ORDER BY found.rank, found.search_name, found.id LIMIT ${count}`,
  );
  const people = rows.map(toUserSummary);
  await countPeopleSeen(viewer, people);
  return { people };
}
