import "server-only";
import type { Tx } from "@/lib/platform/db";
import type { ReportSubject } from "@/lib/reports/policy";
import type { Content } from "@/lib/reports/server/content";

/**
 * Who is part of what a case is about, in addition to whose it is, and so should not judge it. This
 * is asked once, when the case is opened, and nothing that its author does later changes it.
 */

/**
 * The ids of people whom the product ties to it: the owner of the post that a comment is under,
 * whom a reply answers, and both sides of the conversation of a message.
 */
export async function findTied(
  client: Pick<Tx, "sql">,
  subject: ReportSubject,
  subjectId: string,
  { personId, versions }: Pick<Content, "personId" | "versions">,
): Promise<string[]> {
  const postIds = subject === "comment" ? versions.flatMap(({ post }) => post?._id ?? []) : [];
  // Each part is read through its index; an OR of them would read everyone.
  const people = await client.sql<{ id: string }>`
    SELECT u.id FROM users u JOIN (
      SELECT author_id AS id FROM posts WHERE id = ANY(${postIds}::uuid[])
      UNION SELECT answered.author_id FROM comments c JOIN comments answered ON answered.id = c.answered_id
        WHERE c.id = ${subject === "comment" ? subjectId : null}::uuid
      UNION SELECT part.person_id FROM messages m
        JOIN conversation_participants part ON part.conversation_id = m.conversation_id
        WHERE m.id = ${subject === "message" ? subjectId : null}::uuid
    ) tied ON tied.id = u.id
    WHERE u.deleted_at IS NULL AND u.id IS DISTINCT FROM ${personId}::uuid
    ORDER BY u.id`;
  return people.map(({ id }) => id);
}

/** A text that names more staff than this counts as naming none: it would choose the judge. */
const STAFF_NAMED_MAX = 3;

/** The ids of the staff whom a post or comment names, and who were notified of that. */
export async function findNamedStaff(
  tx: Tx,
  subject: ReportSubject,
  subjectId: string,
  personId: string | null,
): Promise<string[]> {
  if (subject !== "post" && subject !== "comment") return [];
  const named = await tx.mention.findMany({
    where: {
      ...(subject === "post" ? { postId: subjectId } : { commentId: subjectId }),
      person: { staffRole: { not: null } },
      ...(personId && { personId: { not: personId } }),
    },
    select: { personId: true },
  });
  if (named.length === 0 || named.length > STAFF_NAMED_MAX) return [];
  const notified = await tx.notification.findMany({
    where: {
      type: "mention",
      receiverId: { in: named.map((mention) => mention.personId) },
      ...(subject === "post" ? { postId: subjectId, commentId: null } : { commentId: subjectId }),
    },
    select: { receiverId: true },
    orderBy: { receiverId: "asc" },
  });
  return notified.map(({ receiverId }) => receiverId);
}
