import "server-only";
import { openPosts } from "@/lib/audience/server/posts";
import { transaction } from "@/lib/platform/db";
import { read } from "@/lib/platform/replica";
import { HISTORY_MAX } from "@/lib/posts/policy";
import type { HistoryAnswer } from "@/lib/posts/schema";
import { lockOwnPost } from "@/lib/posts/server/lock";
import { postNotFound } from "@/lib/posts/server/read";
import { removeFromHistory } from "@/lib/reports/server/former-texts";
import type { Viewer } from "@/lib/sessions/server/access";
import { Prisma } from "@/prisma/generated/client/client";

/** What captions and comments said before their edits (lib/reports/server/former-texts.ts). */

/** A former text; empty where there is none. */
export type HistoryRow = { _id: string; text: string | null; at: Date };

export const historyColumns = Prisma.sql`k.id AS "_id", k.text, k.shown_until AS at`;

/** Joins the former texts `k` of a post or comment, the latest first. */
export const historyJoin = (subject: "post" | "comment", id: Prisma.Sql) => Prisma.sql`
  LEFT JOIN LATERAL (
    SELECT id, text, shown_until FROM former_texts
    WHERE subject = ${subject}::"ReportSubject" AND subject_id = ${id} AND is_history
    ORDER BY shown_until DESC, id DESC LIMIT ${HISTORY_MAX}
  ) k ON true`;

/** The answer for such rows; none at all: what it is about is not open to the viewer. */
export function toHistory(rows: HistoryRow[], notFound: () => Error): HistoryAnswer {
  if (rows.length === 0) throw notFound();
  const versions = rows.flatMap(({ _id, text, at }) =>
    text === null ? [] : { _id, text, at: at.toISOString() },
  );
  return { versions: versions.sort((a, b) => a.at.localeCompare(b.at)) };
}

/** What a caption said before its edits, the oldest first. Throws `not_found`. */
export async function getPostHistory(viewer: Viewer, postId: string): Promise<HistoryAnswer> {
  const rows = await read(
    viewer,
    (client) => client.sql<HistoryRow>`
      SELECT ${historyColumns} FROM posts p ${historyJoin("post", Prisma.sql`p.id`)}
      WHERE p.id = ${postId}::uuid AND ${openPosts(viewer.id).sql}`,
  );
  return toHistory(rows, postNotFound);
}

/**
 * Takes a version of the viewer's own caption out of its history. Throws `not_found`, `forbidden`.
 */
export async function removePostVersion(viewer: Viewer, postId: string, versionId: string): Promise<void> {
  await transaction(async (tx) => {
    await lockOwnPost(tx, viewer, postId);
    await removeFromHistory(tx, "post", postId, versionId);
  });
}
