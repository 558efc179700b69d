import "server-only";
import type { Tx } from "@/lib/platform/db";
import type { ReportSubject } from "@/lib/reports/policy";
import type { Content } from "@/lib/reports/server/content";

/** Who is part of what a case is about, beside whose it is, and so should not judge it. */

/** An `@username` that is no part of an address. Usernames have letters, digits and single dots. */
const NAMED = /(?<![\w.@])@([a-z0-9]+(?:\.[a-z0-9]+)*)/gi;

/** The usernames that a text names with an `@`, in lower case. */
export const usernamesIn = (text: string): string[] =>
  [...text.matchAll(NAMED)].map(([, username = ""]) => username.toLowerCase());

/**
 * The ids of those people: the owner of the post that a comment is under, whom a reply answers,
 * both sides of the conversation of a message, and everyone whom one of the copies names.
 */
export async function findInvolved(
  tx: Tx,
  subject: ReportSubject,
  subjectId: string,
  { personId, versions }: Content,
): Promise<string[]> {
  const postIds = subject === "comment" ? versions.flatMap(({ post }) => post?._id ?? []) : [];
  const usernames = versions.flatMap(({ text }) => usernamesIn(text));
  // Each part is read through its index; an OR of them would read everyone.
  const people = await tx.sql<{ id: string }>`
    SELECT u.id FROM users u JOIN (
      SELECT author_id AS id FROM posts WHERE id = ANY(${postIds}::uuid[])
      UNION SELECT answered.author_id FROM comments c JOIN comments answered ON answered.id = c.answered_id
        WHERE c.id = ${subject === "comment" ? subjectId : null}::uuid
      UNION SELECT id FROM users WHERE username = ANY(${usernames}::text[])
      UNION SELECT part.person_id FROM messages m
        JOIN conversation_participants part ON part.conversation_id = m.conversation_id
        WHERE m.id = ${subject === "message" ? subjectId : null}::uuid
    ) involved ON involved.id = u.id
    WHERE u.deleted_at IS NULL AND u.id IS DISTINCT FROM ${personId}::uuid
    ORDER BY u.id`;
  return people.map(({ id }) => id);
}
