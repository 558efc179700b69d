import "server-only";
import type { Tx } from "@/lib/platform/db";
import type { ReportSubject } from "@/lib/reports/policy";
import type { Content } from "@/lib/reports/server/snapshots";

/** Who is part of what a case is about, beside whose it is, and so should not judge it. */

/** An `@username` that is no part of an address. Usernames have letters, digits and single dots. */
const NAMED = /(?<![\w.@])@([a-z0-9]+(?:\.[a-z0-9]+)*)/gi;

/** The usernames that a text names with an `@`, in lower case. */
export const usernamesIn = (text: string): string[] =>
  [...text.matchAll(NAMED)].map(([, username = ""]) => username.toLowerCase());

/**
 * The ids of those people: the owner of the post that a comment is under, both sides of the
 * conversation of a message, and everyone whom one of the copies names.
 */
export async function findInvolved(
  tx: Tx,
  subject: ReportSubject,
  subjectId: string,
  { personId, versions }: Content,
): Promise<string[]> {
  const postIds = subject === "comment" ? versions.flatMap(({ post }) => post?._id ?? []) : [];
  const usernames = versions.flatMap(({ text }) => usernamesIn(text));
  const people = await tx.user.findMany({
    where: {
      deletedAt: null,
      OR: [
        { posts: { some: { id: { in: postIds } } } },
        { username: { in: usernames } },
        ...(subject === "message"
          ? [{ conversations: { some: { conversation: { messages: { some: { id: subjectId } } } } } }]
          : []),
      ],
      ...(personId && { id: { not: personId } }),
    },
    select: { id: true },
    orderBy: { id: "asc" },
  });
  return people.map(({ id }) => id);
}
