import "server-only";
import { waitUntil } from "@/lib/platform/after-response";
import { afterCommit, db, type Tx } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { withholdMedia } from "@/lib/platform/media";
import { type MediaType, Prisma } from "@/prisma/generated/client/client";

/**
 * Files that the media host delivers to no one, because moderators removed or hold what shows them.
 * The row says so in the transaction that removes it, and the host is notified as soon as that
 * commits, and again when it does not answer.
 */

/** The files of a post. */
export const filesOfPost = (postId: string) =>
  Prisma.sql`SELECT asset_id FROM post_media WHERE post_id = ${postId}::uuid`;

/** Avatars and banners by their public ids. */
export const filesNamed = (publicIds: string[]) =>
  Prisma.sql`SELECT id FROM media_assets WHERE public_id = ANY(${publicIds})`;

/** Withholds the files whose ids `selection` selects, or delivers them again. */
export async function setWithheld(tx: Tx, selection: Prisma.Sql, isWithheld: boolean): Promise<void> {
  await tx.sql`
    UPDATE media_assets SET is_withheld = ${isWithheld}, host_due_at = now()
    WHERE id IN (${selection}) AND is_withheld <> ${isWithheld}`;
  // At once: the timer of a server comes only every 20 seconds.
  afterCommit(tx, () => waitUntil(syncHost()));
}

/** Files that one call to the host names at most. */
const BATCH = 20;
/** Until the next try, in seconds; longer than the host may take. */
const RETRY_SECONDS = 30;

type Due = { id: string; publicId: string; mediaType: MediaType; isWithheld: boolean; dueAt: Date };

/**
 * Notifies the host which files it may deliver, until it answers. Throws only when the database
 * fails.
 */
export async function syncHost(): Promise<void> {
  for (let due = await leaseDue(); due.length > 0; due = await leaseDue()) {
    const results = await Promise.all(due.map(syncFile));
    if (results.includes(false)) return;
  }
}

async function leaseDue(): Promise<Due[]> {
  return db().sql<Due>`
    UPDATE media_assets SET host_due_at = now() + make_interval(secs => ${RETRY_SECONDS})
    WHERE id IN (SELECT id FROM media_assets WHERE host_due_at <= now() LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
    RETURNING id, public_id AS "publicId", media_type::text AS "mediaType", is_withheld AS "isWithheld",
      host_due_at AS "dueAt"`;
}

/** Whether the host has taken it. */
async function syncFile({ id, publicId, mediaType, isWithheld, dueAt }: Due): Promise<boolean> {
  try {
    await withholdMedia({ publicId, mediaType }, isWithheld);
  } catch (err) {
    log().error({ err, publicId, isWithheld }, "the media host was not notified what to deliver, will retry");
    return false;
  }
  const row = { id, hostDueAt: dueAt };
  const { count } = await db().mediaAsset.updateMany({ where: row, data: { hostDueAt: null } });
  // Changed in between, both may have reached the host in any order.
  if (count === 0) await db().mediaAsset.updateMany({ where: { id }, data: { hostDueAt: new Date() } });
  return true;
}
