import "server-only";
import { v7 as uuid } from "uuid";
import { ago } from "@/lib/platform/clock";
import { db, type Tx } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { FORMER_TEXT_DAYS, type ReportSubject } from "@/lib/reports/policy";
import type { FormerText } from "@/prisma/generated/client/client";

/**
 * What a text said before its author deleted or replaced it. Without this, someone who threatens
 * others could erase the evidence in the next minute. Only a report includes it; what a caption or
 * comment said before an edit is also its history, which all of its readers may read.
 */

type Text = {
  subject: ReportSubject;
  subjectId: string;
  /** Whose words they are. */
  personId: string;
  text: string;
  postId?: string | null;
  /** Whether an edit replaced it. Then it stays until what was edited is deleted. */
  isHistory?: boolean;
  /** Until when it was there to read; now by default. */
  shownUntil?: Date;
};

/** Stores a text, in the transaction that deletes or replaces it. */
export async function storeFormerText(tx: Tx, { postId = null, ...text }: Text): Promise<void> {
  if (!text.text && !postId) return;
  await tx.formerText.create({ data: { id: uuid(), postId, ...text } });
}

/** What a subject said before, the oldest first. */
export const formerTextsOf = (tx: Tx, subject: ReportSubject, subjectId: string): Promise<FormerText[]> =>
  tx.formerText.findMany({ where: { subject, subjectId }, orderBy: [{ shownUntil: "asc" }, { id: "asc" }] });

/**
 * Takes a text out of the history of a post or comment. Like a deleted one it was there to read
 * until now, and a report still includes it. Throws `not_found`.
 */
export async function removeFromHistory(
  tx: Tx,
  subject: "post" | "comment",
  subjectId: string,
  id: string,
): Promise<void> {
  const { count } = await tx.formerText.updateMany({
    where: { id, subject, subjectId, isHistory: true },
    data: { isHistory: false, shownUntil: new Date() },
  });
  if (count === 0) throw new ApiError("not_found", "That is not in the history any more.");
}

/** Texts removed at a time. */
const BATCH = 1_000;

/** Removes what was retained long enough. */
export async function sweepFormerTexts(): Promise<void> {
  await db().formerText.deleteMany({
    where: { isHistory: false, shownUntil: { lt: ago(FORMER_TEXT_DAYS, "days") } },
    limit: BATCH,
  });
}
