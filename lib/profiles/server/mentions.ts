import "server-only";
import { v7 as uuid } from "uuid";
import { hiddenPeopleIds, openPeople } from "@/lib/audience/server/people";
import { db, type Tx } from "@/lib/platform/db";
import { MENTIONS_MAX, USERNAME_MAX } from "@/lib/profiles/policy";
import type { Mention } from "@/lib/profiles/schema";
import { usernamesIn } from "@/lib/text/rich-text";
import { Prisma } from "@/prisma/generated/client/client";

/** People whom captions, comments, messages and bios name with `@username`. */

/** A row selected with `mentionsColumn`. Null: the text names no one the viewer may see. */
export type MentionsRow = { mentions: Mention[] | null };

/**
 * Whom a text names, for a viewer. The link goes by the person's id, so it follows them when they
 * take another username. `ofText` is the condition on `mention`.
 */
export const mentionsColumn = (viewerId: string, ofText: Prisma.Sql) => Prisma.sql`
  (SELECT json_agg(json_build_object('_id', mention.person_id, 'username', mention.username) ORDER BY mention.username)
    FROM mentions mention WHERE ${ofText} AND mention.person_id NOT IN ${hiddenPeopleIds(viewerId)}) AS mentions`;

/** Whom a person's own bio names, for themselves. Without an `@` in it there is no query. */
export async function bioMentions({ id, bio }: { id: string; bio: string }): Promise<Mention[]> {
  if (!bio.includes("@")) return [];
  const [row] = await db().sql<MentionsRow>`
    SELECT ${mentionsColumn(id, Prisma.sql`mention.profile_id = ${id}::uuid`)}`;
  return row?.mentions ?? [];
}

/**
 * Whether a writer may name `u`: as `u` has chosen, of whatever age, which no answer may reveal.
 * Who is notified of it is another question (lib/notifications/server/mentions.ts).
 */
export const isMentionable = (writerId: string) => Prisma.sql`(
  u.id = ${writerId}::uuid OR u.who_can_mention = 'everyone'
  OR (u.who_can_mention <> 'nobody'
    AND EXISTS (SELECT FROM follows WHERE follower_id = u.id AND followee_id = ${writerId}::uuid)))`;

/** A text that names people. */
export type NamingText =
  | { postId: string }
  | { commentId: string }
  | { messageId: string }
  | { profileId: string };

/** The ids of people whom a text names now and did not before, in its order, and vice versa. */
export type MentionChange = { added: string[]; removed: string[] };

/**
 * Stores the people a text names, in place of the previous ones: people the writer may see and
 * name. A person named before stays, also when they have another username by now. Without an `@` in
 * a new text there is no query.
 */
export async function storeMentions(
  tx: Tx,
  writerId: string,
  of: NamingText,
  text: string,
  { isNew = false } = {},
): Promise<MentionChange> {
  // A text of dots alone would ask for a thousand names, none of which anyone can have.
  const candidates = usernamesIn(text)
    .slice(0, MENTIONS_MAX)
    .map((names) => names.filter(({ length }) => length <= USERNAME_MAX));
  const before = isNew ? [] : await tx.mention.findMany({ where: of });
  const fresh = candidates.flat().filter((name) => !before.some(({ username }) => username === name));
  const nameable =
    fresh.length === 0
      ? []
      : await tx.sql<{ personId: string; username: string }>`
          SELECT u.id AS "personId", u.username FROM users u
          WHERE u.username = ANY(${fresh}) AND ${openPeople(writerId).sql} AND ${isMentionable(writerId)}`;
  const known = [...before, ...nameable].map(({ username }) => username);
  const usernames = candidates.flatMap((names) => names.find((name) => known.includes(name)) ?? []);
  const remaining = before.filter(({ username }) => usernames.includes(username));
  const gone = before.filter((mention) => !remaining.includes(mention));
  if (gone.length > 0) await tx.mention.deleteMany({ where: { id: { in: gone.map(({ id }) => id) } } });
  const place = ({ username }: { username: string }) => usernames.indexOf(username);
  const named = nameable
    .filter((mention) => place(mention) !== -1)
    .toSorted((one, other) => place(one) - place(other));
  if (named.length > 0) {
    const data = named.map((mention) => ({ id: uuid(), ...of, ...mention }));
    await tx.mention.createMany({ data, skipDuplicates: true });
  }
  const ids = (mentions: { personId: string }[]) => mentions.map(({ personId }) => personId);
  const [were, are] = [ids(before), ids([...remaining, ...named])];
  return {
    added: are.filter((id) => !were.includes(id)),
    removed: were.filter((id) => !are.includes(id)),
  };
}
