import "server-only";
import { db } from "@/lib/platform/db";
import { SUGGESTIONS_SHOWN } from "@/lib/profiles/limits";
import type { Suggestion } from "@/lib/profiles/schema";
import {
  isJoinedBy,
  toUserListItem,
  type UserListItemRow,
  userListItemColumns,
} from "@/lib/profiles/server/rows";
import { isListed } from "@/lib/profiles/server/visibility";
import type { Viewer } from "@/lib/sessions/server/access";

/** People to join. */

/**
 * How many of the viewer's latest circles are looked at, and how many people of each: 2,500 rows at
 * most.
 */
const CIRCLES_READ = 50;
const MEMBERS_READ = 50;
/** More are chosen than shown, so that joining one leaves others to show. */
const CHOSEN = 20;

/**
 * How long a choice holds, in milliseconds. Who left or was joined meanwhile never shows: they are
 * read anew each time.
 */
const CHOICE_MS = 60_000;
const CHOICES_MAX = 5_000;
type Choice = { people: { id: string; mutual: number }[]; until: number };
const choices = new Map<string, Choice>();

/**
 * People the viewer may want to join: those whom the people in their circles have joined, the most
 * shared first, then classmates, the newest first. Never oneself and never anybody joined already.
 */
export async function suggestPeople(viewer: Viewer): Promise<Suggestion[]> {
  const chosen = await choose(viewer);
  const ids = chosen.map(({ id }) => id);
  const rows = await db().$queryRaw<UserListItemRow[]>`
    SELECT ${userListItemColumns(viewer.id)} FROM users u
    WHERE u.id = ANY (${ids}::uuid[]) AND ${isListed}`;
  const people = new Map(rows.map((row) => [row.userId, row]));
  return chosen
    .flatMap(({ id, mutual }) => {
      const row = people.get(id);
      return row && !row.isInCircle ? [{ ...toUserListItem(row), mutualCount: mutual }] : [];
    })
    .slice(0, SUGGESTIONS_SHOWN);
}

async function choose(viewer: Viewer): Promise<Choice["people"]> {
  const known = choices.get(viewer.id);
  if (known && known.until > Date.now()) return known.people;
  const people = await findPeople(viewer);
  if (choices.size >= CHOICES_MAX) choices.clear();
  choices.set(viewer.id, { people, until: Date.now() + CHOICE_MS });
  return people;
}

function findPeople(viewer: Viewer): Promise<Choice["people"]> {
  return db().$queryRaw`
    WITH mine AS MATERIALIZED (
      SELECT followee_id FROM follows WHERE follower_id = ${viewer.id}::uuid
      ORDER BY created_at DESC, followee_id LIMIT ${CIRCLES_READ}
    ), shared AS (
      SELECT theirs.followee_id AS id, count(*)::int AS mutual
      FROM mine CROSS JOIN LATERAL (
        SELECT f.followee_id FROM follows f WHERE f.follower_id = mine.followee_id
        ORDER BY f.created_at DESC, f.followee_id LIMIT ${MEMBERS_READ}
      ) theirs
      JOIN users u ON u.id = theirs.followee_id AND ${isListed}
      WHERE theirs.followee_id <> ${viewer.id}::uuid AND NOT ${isJoinedBy(viewer.id)}
      GROUP BY theirs.followee_id ORDER BY mutual DESC, theirs.followee_id LIMIT ${CHOSEN}
    ), classmates AS (
      SELECT u.id, 0 AS mutual, u.created_at FROM users u
      WHERE u.college_name = (SELECT college_name FROM users WHERE id = ${viewer.id}::uuid)
        AND u.id <> ${viewer.id}::uuid AND ${isListed} AND NOT ${isJoinedBy(viewer.id)}
        AND u.id NOT IN (SELECT id FROM shared)
      ORDER BY u.created_at DESC, u.id DESC LIMIT ${CHOSEN}
    )
    SELECT id, mutual FROM (
      SELECT id, mutual, now() AS created_at FROM shared
      UNION ALL SELECT id, mutual, created_at FROM classmates
    ) t ORDER BY mutual DESC, created_at DESC, id DESC LIMIT ${CHOSEN}`;
}
