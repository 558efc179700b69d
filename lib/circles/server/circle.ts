import "server-only";
import { pageNumbers, paginate } from "@/lib/api/pagination";
import { keyset } from "@/lib/api/server/keyset";
import { listedPeople } from "@/lib/audience/server/people";
import type { CircleAnswer, CircleQuery, FollowAnswer, RemovedAnswer } from "@/lib/circles/schema";
import { refundUnlessNew, takeWriteLimits, type WriteResult } from "@/lib/limits/server/write-limits";
import { JOINED } from "@/lib/notifications/policy";
import { notify, retract } from "@/lib/notifications/server/write";
import { matchesWordPrefixes } from "@/lib/people-search/server/search";
import { db, type Tx, transaction } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { lockUsers } from "@/lib/platform/locks";
import { read } from "@/lib/platform/replica";
import { takeToken } from "@/lib/platform/token-bucket";
import { canJoinCircle } from "@/lib/profiles/policy";
import { countPeopleSeen } from "@/lib/profiles/server/people-seen";
import { assertNotBlocked, findShownUser, userNotFound } from "@/lib/profiles/server/profile";
import { toUserListItem, type UserListItemRow, userListItemColumns } from "@/lib/profiles/server/rows";
import type { Viewer } from "@/lib/sessions/server/access";
import { Prisma } from "@/prisma/generated/client/client";

/** Circles: who has joined whom. */

/**
 * Joins or leaves a person's circle; without `inCircle` it toggles. Throws `validation` for the
 * viewer's own circle, `not_found`, and `rate_limited` for joining on an account's first day.
 */
export async function setCircle(viewer: Viewer, userId: string, inCircle?: boolean): Promise<FollowAnswer> {
  if (!canJoinCircle(viewer, userId)) throw new ApiError("validation", "You can't join your own circle.");
  const follow = { followerId: viewer.id, followeeId: userId };
  const isLeavingOrIn = async () => inCircle === false || (await db().follow.count({ where: follow })) > 0;
  const limits = await takeWriteLimits(viewer.id, { firstDay: "new_follow", isRepeated: isLeavingOrIn });
  return refundUnlessNew(limits, () => transaction((tx) => writeCircle(tx, viewer, userId, inCircle)));
}

async function writeCircle(
  tx: Tx,
  viewer: Viewer,
  userId: string,
  inCircle: boolean | undefined,
): Promise<WriteResult<FollowAnswer>> {
  // Sent together: the second waits for the locks.
  const [lockedIds] = await Promise.all([
    lockUsers(tx, [viewer.id, userId]),
    assertNotBlocked(tx, viewer.id, userId),
  ]);
  if (!lockedIds.has(userId)) throw userNotFound();
  const { joined, left, circleCount } = await changeCircle(tx, {
    followerId: viewer.id,
    followeeId: userId,
    inCircle,
  });
  const event = { senderId: viewer.id, receiverId: userId, type: "follow" as const, postId: null };
  if (joined) await notify(tx, { ...event, message: JOINED });
  if (left) await retract(tx, event);
  const isInCircle = inCircle ?? joined;
  const message = isInCircle ? "You joined the circle." : "You left the circle.";
  return { result: { isInCircle, circleCount, message }, isNew: joined };
}

type Change = { joined: boolean; left: boolean; circleCount: number };

/**
 * Takes someone out of the viewer's circle, without a word to them. They may join again.
 * Idempotent. Throws `forbidden` for another person's circle.
 */
export async function removeFromCircle(
  viewer: Viewer,
  ownerId: string,
  memberId: string,
): Promise<RemovedAnswer> {
  if (ownerId !== viewer.id) throw new ApiError("forbidden", "You can only change your own circle.");
  return transaction(async (tx) => {
    await lockUsers(tx, [viewer.id, memberId]);
    const follow = { followerId: memberId, followeeId: viewer.id };
    const { left, circleCount } = await changeCircle(tx, { ...follow, inCircle: false });
    if (left) await retract(tx, { senderId: memberId, receiverId: viewer.id, type: "follow", postId: null });
    return { circleCount };
  });
}

type Follow = { followerId: string; followeeId: string; inCircle: boolean | undefined };

/** Changes the row and both people's counters; without `inCircle` it toggles. */
async function changeCircle(tx: Tx, { followerId, followeeId, inCircle }: Follow): Promise<Change> {
  const [change] = await tx.sql<Change>`
    WITH removed AS (
      DELETE FROM follows WHERE follower_id = ${followerId}::uuid AND followee_id = ${followeeId}::uuid
        AND ${inCircle !== true} RETURNING 1
    ), added AS (
      INSERT INTO follows (follower_id, followee_id) SELECT ${followerId}::uuid, ${followeeId}::uuid
      WHERE ${inCircle !== false} AND NOT EXISTS (SELECT FROM removed)
      ON CONFLICT DO NOTHING RETURNING 1
    ), change AS (
      SELECT (SELECT count(*) FROM added)::int - (SELECT count(*) FROM removed)::int AS by
    ), counted AS (
      UPDATE users SET following_count = following_count + by FROM change
      WHERE id = ${followerId}::uuid AND by <> 0
    )
    UPDATE users SET followers_count = followers_count + (SELECT by FROM change)
    WHERE id = ${followeeId}::uuid
    RETURNING EXISTS (SELECT FROM added) AS joined, EXISTS (SELECT FROM removed) AS "left",
      followers_count AS "circleCount"`;
  if (!change) throw userNotFound();
  return change;
}

/**
 * The people in a person's circle, latest first; none when the viewer has blocked the person.
 * Throws `not_found`, `user_deactivated` and `rate_limited`.
 */
export async function listCircle(viewer: Viewer, userId: string, query: CircleQuery): Promise<CircleAnswer> {
  const { followersCount, isBlocked } = await findShownUser(viewer, userId);
  if (isBlocked) return answer(query, [], 0);
  const side = { ownerColumn: Prisma.sql`followee_id`, memberColumn: Prisma.sql`follower_id` };
  return listMembers(viewer, userId, query, side, followersCount);
}

/** The people whose circles a person has joined, latest first. Throws like `listCircle`. */
export async function listCircles(viewer: Viewer, userId: string, query: CircleQuery): Promise<CircleAnswer> {
  const { followingCount, isBlocked } = await findShownUser(viewer, userId);
  if (isBlocked) return answer(query, [], 0);
  const side = { ownerColumn: Prisma.sql`follower_id`, memberColumn: Prisma.sql`followee_id` };
  return listMembers(viewer, userId, query, side, followingCount);
}

/** The column of `follows` that names the owner of the list, and the one that names its members. */
type Side = { ownerColumn: Prisma.Sql; memberColumn: Prisma.Sql };
type MemberRow = UserListItemRow & { id: string; createdAt: Date };

/** Throws `rate_limited` past the people that the viewer may see in a day. */
async function listMembers(
  viewer: Viewer,
  userId: string,
  query: CircleQuery,
  side: Side,
  count: number,
): Promise<CircleAnswer> {
  const list = query.q === "" ? readMembers : searchMembers;
  const members = await list(viewer, userId, query, side, count);
  // One's own lists are one's own, however long they are.
  if (userId !== viewer.id) await countPeopleSeen(viewer, members.users);
  return members;
}

/** One page, read through an index. The total is the owner's counter, so nothing is counted. */
async function readMembers(
  viewer: Viewer,
  userId: string,
  query: CircleQuery,
  side: Side,
  count: number,
): Promise<CircleAnswer> {
  const rows = await read(
    viewer,
    (client) => client.sql<MemberRow>`
      SELECT u.id, f.created_at AS "createdAt", ${userListItemColumns(viewer.id)}
      ${membersOf(viewer, userId, side)} ${pageOf(query, side.memberColumn)}`,
  );
  return answer(query, rows, count);
}

/**
 * A page of those in the circle whose names match `query.q`. It reads the whole list, so it counts
 * towards the search limit.
 */
async function searchMembers(
  viewer: Viewer,
  userId: string,
  query: CircleQuery,
  side: Side,
): Promise<CircleAnswer> {
  takeToken("search", viewer.id);
  const rows = await read(
    viewer,
    (client) => client.sql<MemberRow & { total: number }>`
      WITH found AS MATERIALIZED (SELECT f.* ${membersOf(viewer, userId, side)} AND ${matchesWordPrefixes(query.q)})
      SELECT totals.total, f.${side.memberColumn} AS id, f.created_at AS "createdAt", ${userListItemColumns(viewer.id)}
      FROM (SELECT count(*)::int AS total FROM found) totals
      LEFT JOIN (
        (SELECT f.* FROM found f WHERE true ${pageOf(query, side.memberColumn)}) f
        JOIN users u ON u.id = f.${side.memberColumn}
      ) ON true
      ORDER BY f.created_at DESC, f.${side.memberColumn}`,
  );
  return answer(
    query,
    rows.filter((row) => row.id !== null),
    rows[0]?.total ?? 0,
  );
}

const membersOf = (viewer: Viewer, userId: string, { ownerColumn, memberColumn }: Side) => Prisma.sql`
  FROM follows f JOIN users u ON u.id = f.${memberColumn}
  WHERE f.${ownerColumn} = ${userId}::uuid AND ${listedPeople(viewer.id).sql}`;

/** One page of follows `f`, plus one row that shows whether another page follows. */
const pageOf = (query: CircleQuery, memberColumn: Prisma.Sql) =>
  keyset(query, { at: Prisma.sql`f.created_at`, id: Prisma.sql`f.${memberColumn}`, ids: "ascending" });

function answer(query: CircleQuery, rows: MemberRow[], total: number): CircleAnswer {
  const page = paginate(rows, query.limit);
  return {
    users: page.rows.map(toUserListItem),
    total,
    ...pageNumbers(query, total),
    nextCursor: page.nextCursor,
  };
}
