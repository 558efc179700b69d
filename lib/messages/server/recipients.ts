import "server-only";
import { REQUEST_MESSAGES_MAX } from "@/lib/messages/policy";
import { audienceColumn } from "@/lib/messages/server/rows";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * Whether the viewer may write to a person `u` now, for lists of people to choose from: the rule of
 * `whyNotWrite`, for others than oneself.
 */
export function isRecipient(viewerId: string): Prisma.Sql {
  const viewer = Prisma.sql`${viewerId}::uuid`;
  const theirs = Prisma.sql`c.first_id = least(u.id, ${viewer}) AND c.second_id = greatest(u.id, ${viewer})`;
  return Prisma.sql`(u.id <> ${viewer} AND (
    EXISTS (SELECT FROM conversations c
      JOIN conversation_participants them ON them.conversation_id = c.id AND them.person_id = u.id
      WHERE ${theirs} AND them.has_answered)
    OR CASE ${audienceColumn} WHEN 'nobody' THEN false
      ELSE EXISTS (SELECT FROM follows WHERE follower_id = u.id AND followee_id = ${viewer}) END
    OR ${audienceColumn} = 'everyone' AND NOT EXISTS (
      SELECT FROM conversations c WHERE ${theirs} AND c.last_seq >= ${REQUEST_MESSAGES_MAX})))`;
}
