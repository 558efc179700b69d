import "server-only";
import { campusPeople, offeredPeople } from "@/lib/audience/server/people";
import { isRecipient } from "@/lib/messages/server/rows";
import type { RecipientsAnswer, RecipientsQuery } from "@/lib/people-search/schema";
import { isClassmate, searchPeople } from "@/lib/people-search/server/search";
import { suggestedPeople, wellJoinedPeople } from "@/lib/people-search/server/suggestions";
import { read } from "@/lib/platform/replica";
import { countPeopleSeen } from "@/lib/profiles/server/people-seen";
import { toUserListItem, type UserListItemRow, userListItemColumns } from "@/lib/profiles/server/rows";
import type { Viewer } from "@/lib/sessions/server/access";
import { Prisma } from "@/prisma/generated/client/client";

/** Of each kind of near people, the latest. */
const NEAR_MAX = 500;
/** After the kinds of near people come all others. */
const FAR = 4;

/**
 * People to write to or share with. Before anything is typed: first those of the viewer's latest
 * conversations, then those they have joined, those who have joined them, and their class, each the
 * latest first; then suggestions, while these are too few. A typed name finds whom a search finds,
 * in the same order among equally good matches. Only people who can be written to, except for a
 * notification. One query. Throws `rate_limited`.
 */
export async function listRecipients(
  viewer: Viewer,
  { q, of, limit }: RecipientsQuery,
): Promise<RecipientsAnswer> {
  const me = viewer.id;
  const isOffered = of === "message" ? isRecipient(me) : Prisma.sql`u.id <> ${me}::uuid`;
  const near = nearPeople(me);
  if (q !== "") {
    const { users } = await searchPeople(viewer, { q, page: 1, limit }, { near, isOffered });
    return { people: users };
  }
  const offered = Prisma.sql`${offeredPeople(me).sql} AND ${isOffered}`;
  const suggested = suggestedPeople(me, await wellJoinedPeople());
  const rows = await read(
    viewer,
    (client) => client.sql<UserListItemRow>`
    WITH near AS MATERIALIZED (${near}), first AS MATERIALIZED (
      SELECT u.id, near.tier, row_number() OVER (ORDER BY near.tier, near.at DESC, u.id) AS position
      FROM near JOIN users u ON u.id = near.id WHERE ${offered}
      ORDER BY position LIMIT ${limit}
    ), found AS (
      TABLE first UNION ALL (
        SELECT u.id, ${FAR}::int, suggested.position FROM ${suggested} suggested JOIN users u ON u.id = suggested.id
        WHERE (SELECT count(*) FROM first) < ${limit} AND u.id NOT IN (SELECT id FROM first) AND ${isOffered}
        ORDER BY suggested.position LIMIT ${limit})
    )
    SELECT ${userListItemColumns(me)} FROM found JOIN users u ON u.id = found.id
    ORDER BY found.tier, found.position LIMIT ${limit}`,
  );
  const people = rows.map(toUserListItem);
  await countPeopleSeen(viewer, people);
  return { people };
}

/** The people near a viewer, each once, with the nearest kind and its time. */
const nearPeople = (me: string) => Prisma.sql`
  SELECT DISTINCT ON (id) id, tier, at FROM (
    (SELECT them.person_id AS id, 0 AS tier, mine.listed_at AS at
      FROM conversation_participants mine JOIN conversation_participants them
        ON them.conversation_id = mine.conversation_id AND them.person_id <> mine.person_id
      WHERE mine.person_id = ${me}::uuid AND mine.box = 'inbox' AND mine.listed_at IS NOT NULL
      ORDER BY mine.listed_at DESC LIMIT ${NEAR_MAX})
    UNION ALL
    (SELECT followee_id, 1, created_at FROM follows WHERE follower_id = ${me}::uuid
      ORDER BY created_at DESC LIMIT ${NEAR_MAX})
    UNION ALL
    (SELECT follower_id, 2, created_at FROM follows WHERE followee_id = ${me}::uuid
      ORDER BY created_at DESC LIMIT ${NEAR_MAX})
    UNION ALL
    (SELECT u.id, 3, u.created_at FROM users u WHERE ${isClassmate(me)} AND ${campusPeople(me).sql}
      ORDER BY u.created_at DESC LIMIT ${NEAR_MAX})
  ) each ORDER BY id, tier`;
